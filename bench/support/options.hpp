// What the command line of every bench program says.
#pragma once
#include <string>
#include <vector>

namespace bench {

struct options {
  int rounds = 15;                 // --rounds N
  std::vector<int> threads{1, 2};  // --threads 1,2
  std::string only;                // --only TEXT: cases whose name contains it, not followed by another digit
  bool tiga = true;                // --no-tiga: the rivals alone
  bool peers = true;               // --no-peers: tiga against the hand-written loops only
  std::vector<std::string> named;  // --peers mkl,dgl: these rivals only

  bool wants(const std::string& name) const;
  bool wants_peer(const std::string& peer) const;
};

/// Reads the options above and --data DIR, --clock wall|cpu, --help. An unknown one ends the program with status 2.
options parse(int argc, char** argv, const char* question);

}  // namespace bench
