// A graph convolutional network (Kipf and Welling, ICLR 2017) on Cora: from the words of 2,708 papers and their
// citations to the field of each paper, with 140 labels to learn from.
//
//   09_gcn [DIRECTORY] [--seed N] [--epochs N] [--svg FILE]
#include <fmt/format.h>

#include <string>
#include <tiga/nn/nn.hpp>
#include <tiga/tiga.hpp>
#include <vector>

#include "chart.hpp"

using namespace tiga;

inline constexpr axis N{"N"}, E{"E"};                // papers, citations
inline constexpr axis Word{"Word"}, Count{"Count"};  // the dictionary, a word that occurs in a paper
inline constexpr axis Hidden{"Hidden", 16}, Class{"Class", 7};

inline constexpr field<"x"> x;
inline constexpr field<"w"> w;
inline constexpr field<"w1"> w1;
inline constexpr field<"b1"> b1;
inline constexpr field<"w2"> w2;
inline constexpr field<"b2"> b2;

struct weighted_sum : message_passing<weighted_sum> {
  static constexpr auto reducer = sum();
  static constexpr auto edge(auto src, auto /*dst*/, auto edge) { return edge[w] * src[x]; }
};

// The papers' words are a graph, too: from words to papers, with the share of each word as edge field. The first layer
// is a weighted sum over it, of a row of weights for each word.
struct papers {
  graph<N, E> cites;
  tensor<float, m<E>> norm;  // 1 / sqrt(d_i d_j)
  graph<Word, N, Count> words;
  tensor<float, m<Count>> share;
};

// Scores of the classes. `rate` and `seed` are those of dropout, which training alone has.
auto network(const auto& p, const papers& in, double rate, std::uint64_t seed) {
  const auto near = [&](const auto& h) { return weighted_sum{}(in.cites, src(x = h), edge(w = in.norm)); };
  const auto share = dropout(in.share, rate, fold_in(seed, 0));
  const auto hidden = relu(add_bias(near(weighted_sum{}(in.words, src(x = p[w1]), edge(w = share))), p[b1]));
  return linear(near(dropout(hidden, rate, fold_in(seed, 1))), p[w2], p[b2]);  // over [N, Class]
}

void train(const std::string& directory, std::uint64_t seed, int epochs, const std::string& svg) {
  const auto data = nn::load_node_dataset(directory, "cora");
  const auto cites = add_missing_self_loops(graph<N, E>::from_mtx(data.edges));
  const papers in{cites, symmetric_normalization(cites), graph<Word, N, Count>::from_mtx(data.features),
                  nn::row_normalized<Count>(data.features)};
  const auto labels = nn::labels<Class, N>(data);
  const auto known = nn::mask<N>(data, nn::part::train), validation = nn::mask<N>(data, nn::part::validation);

  auto parameters = nn::parameters(
      w1 = nn::glorot_uniform<float, m<Word, Hidden>>(fold_in(seed, 0), data.words()), b1 = zeros<float, m<Hidden>>(),
      w2 = nn::glorot_uniform<float, m<Hidden, Class>>(fold_in(seed, 1)), b2 = zeros<float, m<Class>>());
  fmt::print("{}", nn::summary(parameters));
  nn::adam optimizer({.learning_rate = 0.01});
  optimizer.group({.learning_rate = 0.01, .weight_decay = 5e-4}, w1);

  auto best = parameters;
  double best_validation = 0;
  std::vector<double> losses, accuracies;
  progress bar("GCN", epochs);
  for (int epoch = 0; epoch < epochs; ++epoch) {
    const auto loss = [&](const auto& p) {
      return cross_entropy(network(p, in, 0.5, fold_in(seed, 2 + std::uint64_t(epoch))), labels, known);
    };
    const auto [value, gradients] = value_and_grad(loss, parameters);
    optimizer.step(parameters, gradients);

    const double right = accuracy(network(parameters, in, 0, 0), labels, validation);
    if (right >= best_validation) best_validation = right, best = parameters;
    losses.push_back(double(value.item()));
    accuracies.push_back(right);
    bar.update(epoch + 1, fmt::format("loss {:.3f}, validation {:.3f}", value.item(), right));
  }
  bar.finish();
  if (!svg.empty()) {
    const chart::panel loss{"loss", 0, 2, false, {{"training", "#1b6ca8", losses}}};
    const chart::panel right{"accuracy", 0, 1, false, {{"validation", "#d68910", accuracies}}};
    chart::write_svg(svg, "GCN on Cora", "epoch", {loss, right});
    fmt::print("training curve: {}\n", svg);
  }
  fmt::print("validation accuracy: {:.3f}\n", best_validation);
  fmt::print("test accuracy: {:.3f}\n", accuracy(network(best, in, 0, 0), labels, nn::mask<N>(data, nn::part::test)));
}

int main(int count, char** arguments) {
  std::string directory = "examples/data/cora", svg;
  std::uint64_t seed = 0;
  int epochs = 200;
  for (int i = 1; i < count; ++i) {
    const std::string word = arguments[i];
    if (word == "--svg" && i + 1 < count) {
      svg = arguments[++i];
    } else if (word == "--seed" && i + 1 < count) {
      seed = std::stoull(arguments[++i]);
    } else if (word == "--epochs" && i + 1 < count) {
      epochs = std::stoi(arguments[++i]);
    } else if (word.empty() || word[0] == '-') {
      fmt::print(stderr, "usage: 09_gcn [DIRECTORY] [--seed N] [--epochs N] [--svg FILE]\n");
      return 2;
    } else {
      directory = word;
    }
  }
  try {
    train(directory, seed, epochs, svg);
  } catch (const error& e) {
    fmt::print(stderr, "09_gcn: {}\n", e.what());
    return 1;
  }
}
