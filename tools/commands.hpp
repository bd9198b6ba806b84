// The subcommands of `tiga`, each in a file of its own. They return the exit status and throw tiga::error.
#pragma once
#include <cstdint>
#include <string>
#include <tiga/runtime/error.hpp>
#include <vector>

namespace tiga::tool {

/// What was asked cannot be answered: the command ends with status 2. Other errors end it with 1.
struct wrong_input : error {
  using error::error;
};

/// What this build and this machine can do.
int doctor();

/// Prints what a file holds: kind, sizes, element type, and the degrees of a graph.
int info(const std::string& path);

/// Reads one file and writes the same content in the format that the other name's ending asks for.
int convert(const std::string& from, const std::string& to);

struct training {
  std::string directory, dataset = "cora";
  int epochs = 200;
  std::uint64_t seed = 0;
  std::int64_t hidden = 16;
  double dropout = 0.5, learning_rate = 0.01, weight_decay = 5e-4;
  int threads = 0;         ///< 0: one for each core
  std::string plot, save;  ///< empty: none
  bool json = false;
};
/// Trains, chooses the epoch with the best validation accuracy, and prints its test accuracy. Ctrl-C ends after the
/// epoch, saves the best weights so far and says so (status 130).
int train_gcn(const training& t);

struct evaluation {
  std::string directory, dataset = "cora", weights;
  int threads = 0;
  bool json = false;
};
/// The accuracies of weights that `train_gcn` saved.
int evaluate(const evaluation& e);

struct layout_request {
  std::string axes, layout;  ///< "A=512 R=4", "m![A / 8, R]"
  std::string time, packet;  ///< empty: none
  std::string svg;           ///< empty: no picture
};
/// Prints size, normal form and positions of a layout, and draws it; with `time` or `packet` it is that of the slices.
int layout(const layout_request& r);

struct reduce_request {
  std::string axes, slice, time = "1", out_slice, out_time = "1";
  std::vector<std::string> others;
  bool strict = false;  ///< with the limits of the hardware
  std::string draw;     ///< empty: no picture
};
/// Prints the verdict on one inter-slice reduction: 0 accepted, 1 refused. What is no verdict is `wrong_input`.
int reduce_check(const reduce_request& r);
/// Checks a file of reductions, a JSON object a line, against the verdicts written there: 0 when some passed and none
/// failed, else 1.
int reduce_check_lines(const std::string& path, bool strict);

}  // namespace tiga::tool
