// Rivals that live in processes of their own: their threads, allocators and crashes stay there, and they are timed
// inside, around the call only. The parent asks by lines, so that rounds alternate between rivals all the same.
#pragma once
#include <sys/types.h>

#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "options.hpp"
#include "race.hpp"

namespace bench {

/// A started rival. The protocol, one line each way:
///   `setup CASE ARGUMENTS...` -> `ok` or `skip REASON`      inputs loaded, matrix built, compilers warmed
///   `run CALLS`               -> seconds of one call
///   `checksum`                -> the sum of the last result
class peer_process {
 public:
  /// Starts `command` for so many threads. Throws std::runtime_error naming what is missing.
  peer_process(const std::vector<std::string>& command, int threads);
  ~peer_process();
  peer_process(const peer_process&) = delete;
  peer_process& operator=(const peer_process&) = delete;

  /// Sends a line and returns the answer. Throws std::runtime_error with the reason of a `skip`, when the rival died,
  /// or when it said nothing for five minutes.
  std::string ask(const std::string& text);

 private:
  std::string answer();
  pid_t child_ = -1;
  int to_child_ = -1;
  int from_child_ = -1;
  std::string pending_;
};

/// The rivals of one question, started when first needed and kept for the following cases of the same thread count.
class peer_set {
 public:
  /// `question` is the word after `setup`; `names` are rivals that bench/README.md lists.
  peer_set(const options& o, std::string question, std::vector<std::string> names);

  /// Appends a contender for every rival that accepts the case; the others are skipped by name on stderr, once each.
  void enter(std::vector<contender>& contenders, int threads, const std::string& arguments);

 private:
  struct entry {
    std::string name;
    int threads;
    std::shared_ptr<peer_process> process;  // null: could not be started
  };
  entry& get(const std::string& name, int threads);
  std::string question_;
  std::vector<std::string> names_;
  std::vector<entry> started_;
};

}  // namespace bench
