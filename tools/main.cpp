// `tiga`: the command-line face of the library. Exit status: 0 done, 1 failed, 2 wrong usage.
#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <exception>
#include <functional>
#include <string>

#include "commands.hpp"

namespace {

constexpr int failed = 1, wrong_usage = 2;

// One line, whatever the library said.
int complain(std::string message, int status) {
  while (!message.empty() && message.back() == '\n') message.pop_back();
  for (char& c : message)
    if (c == '\n') c = ' ';
  fmt::print(stderr, "tiga: {}\n", message);
  return status;
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
      "A graph goes between .mtx and edge lists (.edges, .txt, .e) and into .npz (arrays src, dst and weight);\n"
      "an array goes between .npy and .npz.\n"
      "Examples:\n  tiga convert cora.mtx cora.edges\n  tiga convert cora.edges cora.npz");
  convert->callback([&] { command = [&] { return tiga::tool::convert(from, to); }; });

  CLI::App* doctor = app.add_subcommand("doctor", "Print what this build and this machine can do");
  doctor->callback([&] { command = [] { return tiga::tool::doctor(); }; });

  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& e) {
    if (e.get_exit_code() == 0) return app.exit(e);  // --help, --version
    return complain(std::string(e.what()) + " (try `tiga --help`)", wrong_usage);
  }
  if (!command) return complain("which command? (try `tiga --help`)", wrong_usage);
  try {
    return command();
  } catch (const std::exception& e) {
    return complain(e.what(), failed);
  }
}
