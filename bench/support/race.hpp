// Contenders for one case, measured alternately in one run: machines are noisy and only ratios last.
#pragma once
#include <functional>
#include <string>
#include <vector>

namespace bench {

/// One implementation of a case. Whatever it needs is loaded, built and compiled before the race.
struct contender {
  std::string impl;                      // "tiga", "hand", or the rival's name
  int threads;                           // that it may use
  std::function<double(int calls)> run;  // makes so many calls and returns the seconds of one
  std::function<double()> checksum;      // of the last result
  bool is_tiga() const { return impl.rfind("tiga", 0) == 0; }
};

/// A contender in this process: `call` is timed by the caller's clock, several calls together when they are short.
contender in_process(std::string impl, int threads, std::function<void()> call, std::function<double()> checksum);

struct result {
  std::string impl;
  int threads;
  std::vector<double> seconds;  // by round, in order; a rival far behind leaves early
  double checksum;
  double least() const;
  double median() const;
};

/// Runs the contenders in turn, `rounds` times, in an order that turns and flips from round to round. Each timed sample
/// lasts a millisecond or more and, where calls are short, follows an untimed call, so that nobody pays for the caches
/// that the one before has left. Rivals slower than 3 times the best rival leave after the first round, those slower
/// than 1.5 times after the third. A contender that throws is dropped and named on stderr.
enum class stay { near_the_best, everyone };
std::vector<result> race(std::vector<contender> contenders, int rounds, stay who_stays = stay::near_the_best);

double median(std::vector<double> values);

/// Median over rounds of a ÷ b, over the rounds that both ran.
double ratio(const result& a, const result& b);

}  // namespace bench
