// How long does it take to read a MatrixMarket file of 16 M entries into a graph? Against SciPy's mmread and tocsr.
#include <filesystem>
#include <limits>

#include "support/inputs.hpp"
#include "support/peer_process.hpp"
#include "support/report.hpp"
#include "tiga/halves.hpp"

int main(int argc, char** argv) {
  using namespace bench;
  const options o = parse(argc, argv, "reading a MatrixMarket file of 16 M entries, against SciPy");
  if (!o.wants("read_mtx_16M")) return 0;
  const std::string path = rmat_matrix_market(20);
  peer_set peers(o, "read_mtx", {"scipy"});
  for (const int threads : o.threads) {
    std::vector<contender> all;
    if (o.tiga) all.push_back(ours::read_mtx(path, threads));
    peers.enter(all, threads, path);
    const std::vector<result> results = race(std::move(all), o.rounds);
    const result* best = best_rival(results);
    // The checksums differ: SciPy's tocsr adds duplicates up, a graph keeps them.
    for (const result& r : results) {
      line("read_mtx_16M", r, double(std::filesystem::file_size(path)),
           best != nullptr ? ratio(r, *best) : std::numeric_limits<double>::quiet_NaN());
    }
  }
  return 0;
}
