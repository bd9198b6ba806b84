// `tiga train gcn` and `tiga evaluate`: a graph convolutional network (Kipf and Welling, ICLR 2017) on any data set in
// the layout of nn/dataset.hpp. Widths are known at run time only, so one program serves all sets.
#include <fmt/core.h>
#include <fmt/format.h>

#include <chart.hpp>
#include <chrono>
#include <csignal>
#include <nlohmann/json.hpp>
#include <tiga/nn/nn.hpp>
#include <tiga/tiga.hpp>
#include <vector>

#include "commands.hpp"

namespace tiga::tool {
namespace {

inline constexpr axis N{"N"}, E{"E"}, Word{"Word"}, Count{"Count"}, Hidden{"Hidden"}, Class{"Class"};
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

struct input {
  explicit input(const nn::node_dataset& d)
      : near(add_missing_self_loops(graph<N, E>::from_mtx(d.edges))),
        norm(symmetric_normalization(near)),
        words(graph<Word, N, Count>::from_mtx(d.features)),
        share(nn::row_normalized<Count>(d.features)),
        labels(nn::labels<Class, N>(d)),
        classes(d.classes) {}
  graph<N, E> near;
  tensor<float, m<E>> norm;
  graph<Word, N, Count> words;
  tensor<float, m<Count>> share;
  tensor<id<Class>, m<N>> labels;
  std::int64_t classes;
};

auto network(const auto& p, const input& in, double rate, std::uint64_t seed) {
  const auto spread = [&](const auto& h) { return weighted_sum{}(in.near, src(x = h), edge(w = in.norm)); };
  const auto share = dropout(in.share, rate, fold_in(seed, 0));
  const auto hidden = relu(add_bias(spread(weighted_sum{}(in.words, src(x = p[w1]), edge(w = share))), p[b1]));
  return linear(spread(dropout(hidden, rate, fold_in(seed, 1))), p[w2], p[b2]);
}

auto parameters(std::uint64_t seed, std::int64_t words, std::int64_t hidden, std::int64_t classes) {
  return nn::parameters(w1 = nn::glorot_uniform<float, m<Word, Hidden>>(fold_in(seed, 0), words, hidden),
                        b1 = zeros<float, m<Hidden>>(hidden),
                        w2 = nn::glorot_uniform<float, m<Hidden, Class>>(fold_in(seed, 1), hidden, classes),
                        b2 = zeros<float, m<Class>>(classes));
}

double share_right(const auto& p, const input& in, const tensor<bool, m<N>>& where) {
  const tensor<float, m<N, Class>> scores = network(p, in, 0, 0);
  return accuracy(scores, in.labels, where);
}

volatile std::sig_atomic_t interrupted = 0;
// Ctrl-C asks for the end of the epoch; a second one ends the process as usual.
class interrupts {
 public:
  interrupts() : before_(std::signal(SIGINT, &interrupts::on)) {}
  ~interrupts() { std::signal(SIGINT, before_); }
  interrupts(const interrupts&) = delete;
  interrupts& operator=(const interrupts&) = delete;

 private:
  static void on(int) {
    interrupted = 1;
    std::signal(SIGINT, SIG_DFL);
  }
  void (*before_)(int);
};

void plot(const std::string& path, const std::string& dataset, const std::vector<double>& losses,
          const std::vector<double>& accuracies) {
  double top = 0.1;
  for (const double loss : losses) top = std::max(top, loss);
  const chart::panel loss{"loss", 0, top, false, {{"training", "#1b6ca8", losses}}};
  const chart::panel right{"accuracy", 0, 1, false, {{"validation", "#d68910", accuracies}}};
  chart::write_svg(path, "GCN on " + dataset, "epoch", {loss, right});
}

}  // namespace

int train_gcn(const training& t) {
  if (t.threads > 0) runtime::set_threads(t.threads);
  const nn::node_dataset data = nn::load_node_dataset(t.directory, t.dataset);
  const input in(data);
  const auto known = nn::mask<N>(data, nn::part::train), validation = nn::mask<N>(data, nn::part::validation),
             test = nn::mask<N>(data, nn::part::test);
  auto p = parameters(t.seed, data.words(), t.hidden, data.classes);
  if (!t.json)
    fmt::print("{}: {} nodes, {} edges, {} words, {} classes; {} parameters\n", t.dataset, data.nodes(),
               data.edges.size(), data.words(), data.classes, nn::count(p));
  const nn::adam_options options{.learning_rate = t.learning_rate};
  nn::adam_options first_layer = options;
  first_layer.weight_decay = t.weight_decay;
  nn::adam optimizer(options);
  optimizer.group(first_layer, w1);

  auto best = p;
  double best_validation = -1;
  int best_epoch = 0, epoch = 0;
  std::vector<double> losses, accuracies;
  const interrupts watch;
  const auto start = std::chrono::steady_clock::now();
  {
    progress bar("GCN on " + t.dataset, t.epochs);
    for (; epoch < t.epochs && !interrupted; ++epoch) {
      const auto loss = [&](const auto& q) {
        return cross_entropy(network(q, in, t.dropout, fold_in(t.seed, 2 + std::uint64_t(epoch))), in.labels, known);
      };
      const auto [value, gradients] = value_and_grad(loss, p);
      optimizer.step(p, gradients);
      const double right = share_right(p, in, validation);
      if (right >= best_validation) {
        best_validation = right;
        best_epoch = epoch + 1;
        best = p;
      }
      losses.push_back(double(value.item()));
      accuracies.push_back(right);
      bar.update(epoch + 1, fmt::format("loss {:.3f}, validation {:.3f}", losses.back(), right));
    }
  }
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  const double test_accuracy = share_right(best, in, test);
  if (!t.save.empty()) nn::save(t.save, best);
  if (!t.plot.empty() && !losses.empty()) plot(t.plot, t.dataset, losses, accuracies);
  if (interrupted)
    fmt::print(stderr, "tiga: interrupted after {} of {} epochs; {}\n", epoch, t.epochs,
               t.save.empty() ? "nothing is saved without --save"
                              : fmt::format("the best weights so far, of epoch {}, are in {}", best_epoch, t.save));
  if (t.json) {
    const nlohmann::json line{{"dataset", t.dataset},
                              {"seed", t.seed},
                              {"hidden", t.hidden},
                              {"epochs", epoch},
                              {"best_epoch", best_epoch},
                              {"loss", losses},
                              {"validation", accuracies},
                              {"validation_accuracy", best_validation},
                              {"test_accuracy", test_accuracy},
                              {"seconds", seconds}};
    fmt::print("{}\n", line.dump());
  } else {
    if (!t.save.empty()) fmt::print("weights: {}\n", t.save);
    if (!t.plot.empty()) fmt::print("training curve: {}\n", t.plot);
    fmt::print("best epoch {} of {}, {:.2f} s\nvalidation accuracy: {:.3f}\ntest accuracy: {:.3f}\n", best_epoch, epoch,
               seconds, best_validation, test_accuracy);
  }
  return interrupted ? 130 : 0;
}

int evaluate(const evaluation& e) {
  if (e.threads > 0) runtime::set_threads(e.threads);
  const nn::node_dataset data = nn::load_node_dataset(e.directory, e.dataset);
  const input in(data);
  std::int64_t hidden = -1;
  for (const npz_entry& entry : load_npz(e.weights))
    if (entry.name == "b1" && entry.value.rank == 1) hidden = entry.value.n[0];
  if (hidden < 0) fail(e.weights + ": no array b1 over one axis, so these are not the weights of a GCN");
  const auto p = nn::load(e.weights, parameters(0, data.words(), hidden, data.classes));
  const double validation = share_right(p, in, nn::mask<N>(data, nn::part::validation)),
               test = share_right(p, in, nn::mask<N>(data, nn::part::test));
  if (e.json)
    fmt::print(
        "{}\n",
        nlohmann::json{
            {"dataset", e.dataset}, {"hidden", hidden}, {"validation_accuracy", validation}, {"test_accuracy", test}}
            .dump());
  else
    fmt::print("validation accuracy: {:.3f}\ntest accuracy: {:.3f}\n", validation, test);
  return 0;
}

}  // namespace tiga::tool
