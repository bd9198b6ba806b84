// Data sets of four files: what is right is read, what is not is named.
#include <cstdlib>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <tiga/graph/graph.hpp>
#include <tiga/nn/dataset.hpp>
#include <tiga/runtime/error.hpp>

#include "catch.hpp"
#include "tensor/scratch_file.hpp"

using namespace tiga;
using namespace tiga_test;

namespace {

constexpr axis N{"N"}, E{"E"}, Word{"Word"}, Count{"Count"}, Class{"Class"}, Two{"Two", 2}, Three{"Three", 3};

std::map<std::string, std::string> small() {
  return {{"g.mtx", "%%MatrixMarket matrix coordinate pattern symmetric\n4 4 3\n2 1\n3 2\n4 3\n"},
          {"g.features.mtx", "%%MatrixMarket matrix coordinate real general\n4 3 4\n1 1 1\n1 2 3\n2 3 0.5\n4 1 -2\n"},
          {"g.labels.txt", "0\n1\n1\n0\n"},
          {"g.split.txt", "train\nval\ntest\nnone\n"}};
}
nn::node_dataset read(const std::map<std::string, std::string>& files) {
  const scratch_folder folder;
  for (const auto& [name, text] : files) put_contents(folder / name, text);
  return nn::load_node_dataset(folder / "", "g");
}
// What is said of the small set with one file replaced, behind the folder's name.
std::string said(const std::string& name, const std::string& text) {
  auto files = small();
  files[name] = text;
  if (text == "absent") files.erase(name);
  try {
    read(files);
  } catch (const error& e) {
    const std::string what = e.what();
    return what.substr(what.rfind("/g.") + 1);
  }
  return "no error";
}

}  // namespace

TEST_CASE("four files make a data set") {
  const auto d = read(small());
  CHECK(d.nodes() == 4);
  CHECK(d.words() == 3);
  CHECK(d.classes == 2);
  CHECK(d.count(nn::part::train) == 1);
  CHECK(d.count(nn::part::none) == 1);
  const auto of = nn::labels<Two, N>(d);
  CHECK(of(1).value == 1);
  CHECK(nn::labels<Class, N>(d)(3).value == 0);
  CHECK_THROWS_WITH((nn::labels<Three, N>(d)), "g has 2 classes, but the axis declares 3");
  const auto held_out = nn::mask<N>(d, nn::part::test);
  CHECK((!held_out(0) && !held_out(1) && held_out(2) && !held_out(3)));
  CHECK(graph<N, E>::from_mtx(d.edges).edges() == 6);
  const auto words = graph<Word, N, Count>::from_mtx(d.features);
  CHECK((words.sources() == 3 && words.destinations() == 4 && words.edges() == 4));
  const auto share = nn::row_normalized<Count>(d.features);
  CHECK((share(0) == 0.25f && share(1) == 0.75f && share(2) == 1 && share(3) == 1));
}

TEST_CASE("line ends of other systems and a last line without one") {
  auto files = small();
  files["g.labels.txt"] = "0\r\n1\r\n1\r\n0";
  files["g.split.txt"] = "train\r\nval\r\ntest\r\nnone";
  CHECK(read(files).labels[2] == 1);
}

TEST_CASE("what does not fit together is named") {
  const std::string pattern = "%%MatrixMarket matrix coordinate pattern general\n";
  CHECK(said("g.mtx", pattern + "4 5 1\n1 1\n") == "g.mtx: 4 rows and 5 columns; a graph is a square matrix");
  CHECK(said("g.mtx", "absent") == "g.mtx: cannot be read: No such file or directory");
  CHECK(said("g.mtx", pattern + "4 4 2\n1 1\n").find("g.mtx: line 3: ") == 0);
  CHECK(said("g.features.mtx", pattern + "5 3 1\n1 1\n") == "g.features.mtx: 5 rows, but the graph has 4 nodes");
  CHECK(said("g.features.mtx", "absent") == "g.features.mtx: cannot be read: No such file or directory");
  CHECK(said("g.features.mtx", "%%MatrixMarket matrix coordinate real general\n4 3 1\n2 3 nan\n") ==
        "g.features.mtx: entry 1 (row 2, column 3) is nan, which is no feature");
  CHECK(said("g.labels.txt", "0\n1\n1\n") == "g.labels.txt: 3 lines, but the graph has 4 nodes");
  CHECK(said("g.labels.txt", "0\n1\n1\n0\n\n") == "g.labels.txt: 5 lines, but the graph has 4 nodes");
  CHECK(said("g.labels.txt", "0\n1\nx\n0\n") == "g.labels.txt: line 3: 'x' is no class, which is a number from 0");
  CHECK(said("g.labels.txt", "0\n1\n1.5\n0\n") == "g.labels.txt: line 3: '1.5' is no class, which is a number from 0");
  CHECK(said("g.labels.txt", "0\n-1\n1\n0\n") == "g.labels.txt: line 2: '-1' is no class, which is a number from 0");
  CHECK(said("g.labels.txt", "0\n2\n2\n0\n") == "g.labels.txt: no node is of class 1, but there is a class 2");
  CHECK(said("g.labels.txt", "0\n1\n999999999\n0\n") ==
        "g.labels.txt: line 3: class 999999999, but there are only 4 nodes");
  CHECK(said("g.labels.txt", "absent") == "g.labels.txt: cannot be read: No such file or directory");
  CHECK(said("g.split.txt", "train\nval\ntest\nvalid\n") ==
        "g.split.txt: line 4: 'valid' is none of train, val, test, none");
  CHECK(said("g.split.txt", "train\nval\nnone\nnone\n") == "g.split.txt: no line says test");
  CHECK(said("g.split.txt", "none\nval\ntest\nnone\n") == "g.split.txt: no line says train");
  CHECK(said("g.split.txt", "train\n\ntest\nval\n") == "g.split.txt: line 2: '' is none of train, val, test, none");
}

TEST_CASE("the Planetoid sets have the counts of their statistics") {
  const char* const shared = std::getenv("TIGA_SHARED");
  if (shared == nullptr) return;  // the sets are not part of the project
  const std::string folder = std::string(shared) + "/data/planetoid";
  const auto all = nlohmann::json::parse(contents(folder + "/stats.json"));
  for (const auto& [name, wanted] : all.items()) {
    INFO(name);
    const auto d = nn::load_node_dataset(folder, name);
    CHECK(d.nodes() == wanted["nodes"]);
    CHECK(d.edges.size() == wanted["directed_edges"]);
    CHECK(d.words() == wanted["feature_dim"]);
    CHECK(d.classes == wanted["classes"]);
    CHECK(d.features.size() == wanted["features_nnz"]);
    CHECK(d.count(nn::part::train) == wanted["split_counts"]["train"]);
    CHECK(d.count(nn::part::validation) == wanted["split_counts"]["val"]);
    CHECK(d.count(nn::part::test) == wanted["split_counts"]["test"]);
    std::vector<std::int64_t> in_class(std::size_t(d.classes));
    for (const std::int32_t label : d.labels) ++in_class[std::size_t(label)];
    CHECK(in_class == wanted["class_counts"].get<std::vector<std::int64_t>>());
    double total = 0;
    for (std::int64_t i = 0; i < d.features.size(); ++i) total += d.features.value(i);
    CHECK(total == Approx(wanted["features_sum"].get<double>()).epsilon(1e-6));
  }
}
