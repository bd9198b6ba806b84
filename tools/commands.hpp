// The subcommands of `tiga`, each in a file of its own. They return the exit status and throw tiga::error.
#pragma once
#include <string>

namespace tiga::tool {

/// What this build and this machine can do.
int doctor();

/// Prints what a file holds: kind, sizes, element type, and the degrees of a graph.
int info(const std::string& path);

/// Reads one file and writes the same content in the format that the other name's ending asks for.
int convert(const std::string& from, const std::string& to);

}  // namespace tiga::tool
