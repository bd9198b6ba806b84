// Label propagation: a message-passing program on a real graph, run until it converges. 140 of the 2,708 papers of
// Cora have a label. Every paper adds up the class scores of the papers that it cites or is cited by, while the
// labelled ones stay what they are. Nothing is learned: the graph alone classifies 73 of 100 papers.
//
//   05_label_propagation [DIRECTORY] [--svg FILE]
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <string>
#include <tiga/tiga.hpp>
#include <vector>

#include "chart.hpp"

using namespace tiga;

inline constexpr axis N{"N"}, E{"E"};  // papers and citations: how many, the file says
inline constexpr axis C{"C", 7};       // the classes

inline constexpr field<"y"> y;              // scores of the classes, m<N, C>
inline constexpr field<"label"> label;      // 1 at the class of a labelled paper, else 0, m<N, C>
inline constexpr field<"known"> known;      // is the paper labelled? m<N>
inline constexpr field<"norm"> norm;        // 1 / sqrt(d_i d_j), m<E>
inline constexpr parameter<"decay"> decay;  // below 1: far labels count less

// One step: y_i' = decay * sum of y_j / sqrt(d_i d_j) over the neighbours j, and labelled papers are set back to their
// label (Zhu and Ghahramani, "Learning from labeled and unlabeled data with label propagation", 2002). The normalised
// sum never stretches a vector, so that with decay < 1 the scores converge.
struct propagate : message_passing<propagate> {
  static constexpr auto reducer = sum();
  static constexpr auto edge(auto src, auto /*dst*/, auto edge) { return edge[norm] * src[y]; }
  static constexpr auto node(auto dst, auto heard) { return where(dst[known], dst[label], decay * heard); }
};

// The lines of a text file; what is wrong with one of them is reported with its number.
std::vector<std::string> lines_of(const std::string& path, std::int64_t expected) {
  std::ifstream file(path);
  if (!file) fail(path + ": cannot open it");
  std::vector<std::string> lines;
  for (std::string line; std::getline(file, line);) lines.push_back(line);
  if (std::int64_t(lines.size()) != expected)
    fail(fmt::format("{}: line {}: the graph has {} nodes, the file {} lines", path, lines.size(), expected,
                     lines.size()));
  return lines;
}

std::vector<int> read_labels(const std::string& path, std::int64_t nodes) {
  std::vector<int> labels;
  for (const std::string& line : lines_of(path, nodes)) {
    if (line.size() != 1 || line[0] < '0' || line[0] > '6')
      fail(fmt::format("{}: line {}: '{}' is no class from 0 to 6", path, labels.size() + 1, line));
    labels.push_back(line[0] - '0');
  }
  return labels;
}

std::vector<std::string> read_split(const std::string& path, std::int64_t nodes) {
  const std::vector<std::string> split = lines_of(path, nodes);
  int test = 0, number = 0;
  for (const std::string& word : split) {
    ++number;
    test += word == "test";
    if (word != "train" && word != "val" && word != "test" && word != "none")
      fail(fmt::format("{}: line {}: '{}' is none of train, val, test, none", path, number, word));
  }
  if (test == 0) fail(path + ": no line says test, so there is nothing to measure");
  return split;
}

// The share of right predictions among the papers of one part of the split.
double accuracy(const tensor<id<C, std::int64_t>, m<N>>& predicted, const std::vector<int>& labels,
                const std::vector<std::string>& split, const char* part) {
  int right = 0, all = 0;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    if (split[i] != part) continue;
    ++all;
    right += predicted.span()[i].value == labels[i];
  }
  return all > 0 ? double(right) / all : 0;
}

void classify(const std::string& directory, const std::string& svg) {
  const auto g = graph<N, E>::from_mtx(directory + "/cora.mtx");
  const auto labels = read_labels(directory + "/cora.labels.txt", g.nodes());
  const auto split = read_split(directory + "/cora.split.txt", g.nodes());

  auto start = zeros<float, m<N, C>>(g.nodes());
  auto labelled = zeros<bool, m<N>>(g.nodes());
  const auto score = mutable_view(start);
  const auto is_labelled = mutable_view(labelled);
  for (std::size_t i = 0; i < labels.size(); ++i)
    if (split[i] == "train") score(i, labels[i]) = 1, is_labelled(i) = true;
  fmt::print("{} papers in {} classes, {} labelled, {} edges\n", g.nodes(), size_of(C), sum(labelled).item(),
             g.edges());

  const auto coefficients = symmetric_normalization(g);
  constexpr double tolerance = 1e-6;
  std::vector<double> residuals, validation, test;

  tensor<float, m<N, C>> scores = start;
  progress bar("label propagation", 100);  // per cent of the way, on a log scale, from a residual of 1 to the tolerance
  for (double residual = 1; residual > tolerance && residuals.size() < 10'000;) {
    const auto next =
        propagate{}(g, ndata(y = scores, label = start, known = labelled), edge(norm = coefficients), decay = 0.99f);
    residual = max(abs(next - scores)).item();
    scores = next;

    const auto predicted = argmax<C>(scores);  // for every paper a position on the axis of classes
    residuals.push_back(residual);
    validation.push_back(accuracy(predicted, labels, split, "val"));
    test.push_back(accuracy(predicted, labels, split, "test"));
    const double way = std::clamp(std::log(residual) / std::log(tolerance), 0.0, 1.0);
    bar.update(std::int64_t(100 * way), fmt::format("step {}, residual {:.1e}", residuals.size(), residual));
  }
  bar.finish();

  fmt::print("{} steps, residual {:.1e}\n", residuals.size(), residuals.back());
  if (!svg.empty()) {
    const chart::panel change{"largest change of a score", tolerance, 1, true, {{"residual", "#1b6ca8", residuals}}};
    const chart::panel right{
        "accuracy", 0.5, 0.8, false, {{"test", "#c0392b", test}, {"validation", "#d68910", validation}}};
    chart::write_svg(svg, "Label propagation on Cora", "step", {change, right});
    fmt::print("convergence: {}\n", svg);
  }
  fmt::print("validation accuracy: {:.3f}\n", validation.back());
  fmt::print("test accuracy: {:.3f}\n", test.back());
}

int main(int count, char** arguments) {
  std::string directory = "examples/data/cora", svg;
  for (int i = 1; i < count; ++i) {
    const std::string word = arguments[i];
    if (word == "--svg" && i + 1 < count) {
      svg = arguments[++i];
    } else if (word.empty() || word[0] == '-') {
      fmt::print(stderr, "usage: 05_label_propagation [DIRECTORY] [--svg FILE]\n");
      return 2;
    } else {
      directory = word;
    }
  }
  try {
    classify(directory, svg);
  } catch (const error& e) {
    fmt::print(stderr, "05_label_propagation: {}\n", e.what());
    return 1;
  }
}
