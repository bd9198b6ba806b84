// The commands about layouts, as the command line sees them.
#pragma once
#include <CLI/CLI.hpp>
#include <functional>
#include <string>
#include <vector>

namespace tiga::tool {

/// Adds `layout` and `reduce-check`; the one that is asked for becomes `command`.
void add_mapping_commands(CLI::App& app, std::function<int()>& command);

/// The arguments without the program's name. CLI11 would cut a word `[A, B]` of a list at its comma; a blank before the
/// bracket, which means nothing in a layout, keeps it whole.
std::vector<std::string> arguments_of(int argc, char** argv);

}  // namespace tiga::tool
