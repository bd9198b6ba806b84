// `tiga`: the command-line face of the library. Exit status: 0 done, 1 failed, 2 wrong usage.
#include <fcntl.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <functional>
#include <sstream>
#include <string>
#include <system_error>
#include <tiga/runtime/printable.hpp>
#include <vector>

#include "commands.hpp"
#include "mapping_commands.hpp"

namespace {

constexpr int failed = 1, wrong_usage = 2;

// One line, whatever the library said.
int complain(std::string message, int status) {
  while (!message.empty() && message.back() == '\n') message.pop_back();
  std::replace(message.begin(), message.end(), '\n', ' ');
  const std::string line = "tiga: " + tiga::printable(message) + "\n";
  std::fwrite(line.data(), 1, line.size(), stderr);  // where this fails, nobody can be told
  return status;
}

// The status of a command whose output has reached its reader; lines that were lost are a failure. `problem` is the
// number of an error that a write before this has met.
int finished(int status, int problem = 0) {
  const bool failed_before = problem != 0 || std::ferror(stdout) != 0;
  if (std::fflush(stdout) != 0) problem = errno;
  if (!failed_before && problem == 0) return status;
  const std::string why = problem != 0 ? std::string(": ") + std::strerror(problem) : "";
  return complain("the standard output cannot be written" + why, failed);
}

// Writes to a pipe without reader are errors like others, and no file that a command opens takes the place of a closed
// standard stream, or lines meant for people would be written into it.
void guard_standard_streams() {
  std::signal(SIGPIPE, SIG_IGN);
  for (int stream = 0; stream <= 2; ++stream)
    if (::fcntl(stream, F_GETFD) < 0 && ::open("/dev/null", stream == 0 ? O_WRONLY : O_RDONLY) != stream) std::abort();
}

// An option that no command has; CLI11 would first ask for the arguments that are missing.
std::string unknown_option(const CLI::App& app) {
  for (const std::string& word : app.remaining(true))
    if (word.size() > 1 && word[0] == '-' && word != "--") return word;
  return {};
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app{"Typed tensors and message passing on graphs, from the command line."};
  app.name("tiga");
  app.set_version_flag("--version", "tiga " TIGA_VERSION);
  app.require_subcommand(0, 1);
  app.footer(
      "Examples:\n"
      "  tiga info cora.mtx                 what is in this file?\n"
      "  tiga convert cora.mtx cora.edges   a matrix as an edge list\n"
      "  tiga train gcn --data DIR          train a graph network on a data set\n"
      "  tiga evaluate --data DIR --weights W   how good are these weights?\n"
      "  tiga layout --axes A=512 \"A / 8\"   what do the positions of this layout mean?\n"
      "  tiga reduce-check --jsonl FILE     do these reductions follow the rules?\n"
      "  tiga doctor                        what can this build do on this machine?\n"
      "Exit status: 0 done, 1 failed, 2 wrong usage.");

  std::function<int()> command;
  std::string from, to;

  CLI::App* info = app.add_subcommand("info", "Print what a file holds: kind, sizes, element type, degrees");
  info->add_option("FILE", from, "a MatrixMarket file (.mtx), an edge list, .npy or .npz")->required();
  info->footer("Examples:\n  tiga info cora.mtx\n  tiga info features.npy");
  info->callback([&] { command = [&] { return tiga::tool::info(from); }; });

  CLI::App* convert = app.add_subcommand("convert", "Write a file's content in another format");
  convert->add_option("IN", from, "the file to read")->required();
  convert->add_option("OUT", to, "the file to write; its ending chooses the format")->required();
  convert->footer(
      "A graph goes between .mtx, edge lists (.edges, .txt, .e) and .npz (arrays src, dst, weight and shape);\n"
      "an array goes between .npy and .npz.\n"
      "Examples:\n  tiga convert cora.mtx cora.edges\n  tiga convert cora.edges cora.npz");
  convert->callback([&] { command = [&] { return tiga::tool::convert(from, to); }; });

  tiga::tool::training training;
  CLI::App* train = app.add_subcommand("train", "Train a network that classifies the nodes of a graph");
  train->require_subcommand(1);
  CLI::App* gcn = train->add_subcommand("gcn", "Two graph convolutions (Kipf and Welling 2017)");
  gcn->add_option("--data", training.directory, "the directory with the data set")->required();
  gcn->add_option("--dataset", training.dataset,
                  "its name: NAME.mtx, NAME.features.mtx, NAME.labels.txt, NAME.split.txt")
      ->capture_default_str();
  gcn->add_option("--epochs", training.epochs, "steps of Adam")->capture_default_str()->check(CLI::Range(1, 1'000'000));
  gcn->add_option("--seed", training.seed, "of weights and dropout")->capture_default_str();
  gcn->add_option("--hidden", training.hidden, "width of the hidden layer")
      ->capture_default_str()
      ->check(CLI::Range(1, 1 << 20));
  gcn->add_option("--dropout", training.dropout, "share of inputs and hidden numbers that a step leaves out")
      ->capture_default_str()
      ->check(CLI::Range(0.0, 0.99));
  gcn->add_option("--learning-rate", training.learning_rate)->capture_default_str()->check(CLI::PositiveNumber);
  gcn->add_option("--weight-decay", training.weight_decay, "of the first layer")
      ->capture_default_str()
      ->check(CLI::NonNegativeNumber);
  gcn->add_option("--threads", training.threads, "0: one for each core")->check(CLI::Range(0, 1024));
  gcn->add_option("--plot", training.plot, "write the training curve, an .svg");
  gcn->add_option("--save", training.save, "write the weights of the best epoch, an .npz");
  gcn->add_flag("--json", training.json, "one line of JSON in place of words");
  gcn->footer("Examples:\n  tiga train gcn --data examples/data/cora --plot gcn.svg --save gcn.npz");
  gcn->callback([&] { command = [&] { return tiga::tool::train_gcn(training); }; });

  tiga::tool::evaluation evaluation;
  CLI::App* evaluate = app.add_subcommand("evaluate", "The accuracy of weights that `tiga train` saved");
  evaluate->add_option("--data", evaluation.directory, "the directory with the data set")->required();
  evaluate->add_option("--dataset", evaluation.dataset, "its name")->capture_default_str();
  evaluate->add_option("--weights", evaluation.weights, "the .npz")->required();
  evaluate->add_option("--threads", evaluation.threads, "0: one for each core")->check(CLI::Range(0, 1024));
  evaluate->add_flag("--json", evaluation.json, "one line of JSON in place of words");
  evaluate->footer("Examples:\n  tiga evaluate --data examples/data/cora --weights gcn.npz");
  evaluate->callback([&] { command = [&] { return tiga::tool::evaluate(evaluation); }; });

  CLI::App* doctor = app.add_subcommand("doctor", "Print what this build and this machine can do");
  doctor->callback([&] { command = [] { return tiga::tool::doctor(); }; });

  tiga::tool::add_mapping_commands(app, command);

  guard_standard_streams();
  try {
    std::vector<std::string> words = tiga::tool::arguments_of(argc, argv);
    std::reverse(words.begin(), words.end());  // CLI11 takes them from the end
    app.parse(std::move(words));
  } catch (const CLI::ParseError& e) {
    if (e.get_exit_code() == 0) {  // --help, --version
      std::ostringstream text;
      app.exit(e, text, text);
      std::fputs(text.str().c_str(), stdout);
      return finished(0);
    }
    const std::string option = unknown_option(app);
    return complain((option.empty() ? std::string(e.what()) : "unknown option " + option) + " (try `tiga --help`)",
                    wrong_usage);
  }
  if (!command) return complain("which command? (try `tiga --help`)", wrong_usage);
  try {
    return finished(command());
  } catch (const tiga::tool::wrong_input& e) {
    return complain(e.what(), wrong_usage);
  } catch (const std::exception& e) {
    if (std::ferror(stdout) == 0) return complain(e.what(), failed);
    const auto* const of_print = dynamic_cast<const std::system_error*>(&e);
    return finished(failed, of_print ? of_print->code().value() : 0);
  }
}
