// Progress of long loops: a bar on a terminal, plain lines elsewhere.
#pragma once
#include <cstdint>
#include <string>

namespace tiga {

/// Reports `done` of `total` steps on stderr. On a terminal one line is redrawn at most 20 times a second; elsewhere
/// a plain line appears at each tenth of the way. The destructor ends the line.
class progress {
 public:
  explicit progress(std::string what, std::int64_t total);
  ~progress();
  progress(const progress&) = delete;
  progress& operator=(const progress&) = delete;
  /// `note` is shown behind the bar: a loss, an accuracy.
  void update(std::int64_t done, const std::string& note = {});
  void finish(const std::string& note = {});

 private:
  void draw(std::int64_t done, const std::string& note);
  std::string what_;
  std::int64_t total_, last_tenth_ = -1;
  double last_time_ = -1;
  bool terminal_, finished_ = false;
};

}  // namespace tiga
