// The subcommands of `tiga`, each in a file of its own. They return the exit status and throw tiga::error.
#pragma once
#include <cstdint>
#include <string>

namespace tiga::tool {

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

}  // namespace tiga::tool
