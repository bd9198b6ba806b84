#include <memory>

#include "fields.hpp"
#include "halves.hpp"

namespace bench::ours {

contender read_mtx(const std::string& path, int threads) {
  using namespace tiga;
  auto g = std::make_shared<graph<N, E>>();
  return in_process(
      "tiga", threads,
      [=] {
        use_threads(threads);
        *g = graph<N, E>();
        *g = graph<N, E>::from_mtx(path);
      },
      [=] { return double(g->edges()); });
}

}  // namespace bench::ours
