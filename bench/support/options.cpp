#include "options.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <sstream>

#include "inputs.hpp"

namespace bench {
namespace {

std::vector<std::string> split(const std::string& text) {
  std::vector<std::string> parts;
  std::istringstream in(text);
  for (std::string part; std::getline(in, part, ',');) parts.push_back(part);
  return parts;
}

constexpr const char* usage =
    "options: --rounds N  --threads 1,2  --only TEXT  --no-tiga  --no-peers  --peers A,B  --data DIR  "
    "--clock wall|cpu\n";

}  // namespace

bool options::wants(const std::string& name) const {
  for (std::size_t at = name.find(only); at != std::string::npos; at = name.find(only, at + 1)) {
    const std::size_t end = at + only.size();
    if (only.empty() || end == name.size() || name[end] < '0' || name[end] > '9') return true;
  }
  return false;
}

bool options::wants_peer(const std::string& peer) const {
  return peers && (named.empty() || std::find(named.begin(), named.end(), peer) != named.end());
}

options parse(int argc, char** argv, const char* question) {
  options o;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    const auto value = [&]() -> std::string {
      if (i + 1 < argc) return argv[++i];
      std::fprintf(stderr, "%s: %s needs a value\n", argv[0], word.c_str());
      std::exit(2);
    };
    if (word == "--help") {
      std::printf("%s: %s\n%s", argv[0], question, usage);
      std::exit(0);
    } else if (word == "--rounds") {
      o.rounds = std::max(1, std::atoi(value().c_str()));
    } else if (word == "--threads") {
      o.threads.clear();
      for (const std::string& t : split(value())) o.threads.push_back(std::max(1, std::atoi(t.c_str())));
    } else if (word == "--only") {
      o.only = value();
    } else if (word == "--no-tiga") {
      o.tiga = false;
    } else if (word == "--no-peers") {
      o.peers = false;
    } else if (word == "--peers") {
      o.named = split(value());
    } else if (word == "--clock") {
      setenv("BENCH_CLOCK", value().c_str(), 1);  // the rivals' processes inherit it
    } else if (word == "--data") {
      set_data_directory(value());
    } else {
      std::fprintf(stderr, "%s: unknown option %s\n%s", argv[0], word.c_str(), usage);
      std::exit(2);
    }
  }
  return o;
}

}  // namespace bench
