#include <memory>
#include <tiga/nn/nn.hpp>

#include "fields.hpp"
#include "halves.hpp"

namespace bench::ours {
namespace {

using namespace tiga;

inline constexpr axis Word{"Word"}, Count{"Count"}, Hidden{"Hidden", 16};
// an axis for each set
inline constexpr axis cora_class{"Class", 7}, pubmed_class{"Class", 3};
inline constexpr axis R{"R"}, C{"C"}, K{"K"};
inline constexpr field<"w1"> w1;
inline constexpr field<"b1"> b1;
inline constexpr field<"w2"> w2;
inline constexpr field<"b2"> b2;

struct weighted_sum : message_passing<weighted_sum> {
  static constexpr auto reducer = sum();
  static constexpr auto edge(auto src, auto /*dst*/, auto edge) { return edge[w] * src[x]; }
};
template <factor Class>
struct papers {
  graph<N, E> cites;
  tensor<float, m<E>> norm;
  graph<Word, N, Count> words;
  tensor<float, m<Count>> share;
  tensor<id<Class>, m<N>> labels;
  tensor<bool, m<N>> known;
};
template <factor Class>
auto network(const auto& p, const papers<Class>& in, std::uint64_t seed) {
  const auto near = [&](const auto& h) { return weighted_sum{}(in.cites, src(x = h), edge(w = in.norm)); };
  const auto share = dropout(in.share, 0.5, fold_in(seed, 0));
  const auto hidden = relu(add_bias(near(weighted_sum{}(in.words, src(x = p[w1]), edge(w = share))), p[b1]));
  return linear(near(dropout(hidden, 0.5, fold_in(seed, 1))), p[w2], p[b2]);
}
double one() { return 1; }  // random masks differ from library to library: nothing to compare

template <class T>
contender unary(const char* name, int threads, const tensor<float, m<R, C>>& input, T run) {
  auto out = std::make_shared<tensor<float, m<R, C>>>();
  return in_process(
      name, threads,
      [=] {
        use_threads(threads);
        *out = tensor<float, m<R, C>>();
        *out = run(input);
      },
      one);
}

template <factor Class>
contender epoch_on(const nn::node_dataset& data, int threads) {
  const auto cites = add_missing_self_loops(graph<N, E>::from_mtx(data.edges));
  const papers<Class> in{cites,
                         symmetric_normalization(cites),
                         graph<Word, N, Count>::from_mtx(data.features),
                         nn::row_normalized<Count>(data.features),
                         nn::labels<Class, N>(data),
                         nn::mask<N>(data, nn::part::train)};
  auto p = std::make_shared<decltype(nn::parameters(
      w1 = tensor<float, m<Word, Hidden>>(), b1 = tensor<float, m<Hidden>>(), w2 = tensor<float, m<Hidden, Class>>(),
      b2 = tensor<float, m<Class>>()))>(
      nn::parameters(w1 = nn::glorot_uniform<float, m<Word, Hidden>>(1, data.words()), b1 = zeros<float, m<Hidden>>(),
                     w2 = nn::glorot_uniform<float, m<Hidden, Class>>(2), b2 = zeros<float, m<Class>>()));
  auto optimizer = std::make_shared<nn::adam>(nn::adam_options{.learning_rate = 0.01});
  optimizer->group({.learning_rate = 0.01, .weight_decay = 5e-4}, w1);
  auto epoch = std::make_shared<std::uint64_t>(0);
  return in_process(
      "tiga", threads,
      [=] {
        use_threads(threads);
        const auto loss = [&](const auto& q) {
          return cross_entropy(network(q, in, fold_in(0, ++*epoch)), in.labels, in.known);
        };
        optimizer->step(*p, value_and_grad(loss, *p).second);
      },
      one);
}

}  // namespace

contender gcn_epoch(const std::string& directory, const std::string& dataset, int threads) {
  const auto data = nn::load_node_dataset(directory, dataset);
  return dataset == "cora" ? epoch_on<cora_class>(data, threads) : epoch_on<pubmed_class>(data, threads);
}

contender contraction(std::int64_t n, std::int64_t k, std::int64_t m_, int threads) {
  const auto a = uniform<float, m<R, K>>(1, n, k);
  const auto b = uniform<float, m<K, C>>(2, k, m_);
  auto out = std::make_shared<tensor<float, m<R, C>>>();
  return in_process(
      "tiga", threads,
      [=] {
        use_threads(threads);
        *out = tensor<float, m<R, C>>();
        *out = contract<K>(a, b);
      },
      one);
}
contender softmax_rows(std::int64_t rows, std::int64_t columns, int threads) {
  return unary("tiga", threads, uniform<float, m<R, C>>(1, rows, columns), [](const auto& t) { return softmax<C>(t); });
}
contender layer_norm_rows(std::int64_t rows, std::int64_t columns, int threads) {
  return unary("tiga", threads, uniform<float, m<R, C>>(1, rows, columns),
               [](const auto& t) { return layer_norm<C>(t); });
}
contender adam_step(std::int64_t count, int threads) {
  using bundle = decltype(nn::parameters(w1 = tensor<float, m<R>>()));
  auto p = std::make_shared<bundle>(nn::parameters(w1 = uniform<float, m<R>>(1, count)));
  const bundle g = nn::parameters(w1 = uniform<float, m<R>>(2, count));
  auto optimizer = std::make_shared<nn::adam>();
  return in_process(
      "tiga", threads,
      [=] {
        use_threads(threads);
        optimizer->step(*p, g);
      },
      one);
}

}  // namespace bench::ours
