// .npy files: round trips, files of NumPy's own making, malformed ones.
#include <cstring>
#include <tiga/runtime/error.hpp>
#include <tiga/tensor/factories.hpp>
#include <tiga/tensor/from.hpp>
#include <tiga/tensor/npy.hpp>
#include <tiga/tensor/random.hpp>
#include <tiga/tensor/views.hpp>

#include "catch.hpp"
#include "scratch_file.hpp"

using namespace tiga;
using namespace tiga_test;

namespace {
inline constexpr axis N{"N"}, E{"E"}, F{"F", 3}, R{"R", 2};

template <class T, class M>
bool equal(const tensor<T, M>& a, const tensor<T, M>& b) {
  return std::memcmp(a.shape().n, b.shape().n, sizeof a.shape()) == 0 &&
         std::memcmp(a.span().data(), b.span().data(), a.span().size_bytes()) == 0;
}

// A version 1.0 file around a dictionary, its length as it should be.
std::string file_of(const std::string& dictionary, const std::string& data, char version = 1) {
  std::string s = "\x93NUMPY";
  s += version;
  s += '\0';
  s += char(dictionary.size() & 255);
  s += char(dictionary.size() >> 8);
  if (version > 1) s += std::string(2, '\0');
  return s + dictionary + data;
}
const std::string three_floats("\0\0\x80\x3f\0\0\0\x40\0\0\x40\x40", 12);  // 1, 2, 3
}  // namespace

TEMPLATE_TEST_CASE("every element type comes back", "", std::int8_t, std::uint8_t, std::int16_t, std::uint16_t,
                   std::int32_t, std::uint32_t, std::int64_t, std::uint64_t, f16, bf16, float, double, bool) {
  const scratch_folder folder;
  const auto t = uniform<TestType, m<N, F>>(1, 57);
  save_npy(folder / "t.npy", t);
  CHECK(equal(load_npy<TestType, m<N, F>>(folder / "t.npy"), t));
  CHECK(folder.files() == 1);  // no temporary is left
  const dynamic_tensor d = load_npy(folder / "t.npy");
  CHECK(d.rank == 2);
  CHECK(d.n[0] == 57);
  const bool is_bf16 = std::is_same_v<TestType, bf16>;
  CHECK(d.type == (is_bf16 ? dtype::u16 : dtype_of<TestType>));
}

TEST_CASE("npy: shapes, views and ids") {
  const scratch_folder folder;
  const std::string path = folder / "t.npy";
  save_npy(path, tensor<double, m<>>(2.5));
  CHECK(load_npy<double, m<>>(path).item() == 2.5);
  save_npy(path, tensor<float, m<N, F>>());
  CHECK(load_npy<float, m<N, F>>(path).extent(0) == 0);
  const auto t = arange<float, m<N, F>>(4);
  save_npy(path, transpose(t));
  CHECK(equal(load_npy<float, m<F, N>>(path), contiguous(transpose(t))));
  const tensor<id<N>, m<E>> ids = from({3, 1, 2});
  save_npy(path, ids);
  CHECK(load_npy<id<N>, m<E>>(path)(0).value == 3);
  auto loaded = load_npy<id<N>, m<E>>(path);
  loaded.mutable_span()[0] = id<N>(7);
  CHECK(load_npy<std::int32_t, m<E>>(path)(0) == 3);
}

TEST_CASE("npy: the bytes are those that numpy.save writes") {
  const scratch_folder folder;
  save_npy(folder / "t.npy", tensor<float, m<N>>(from({1.0f, 2.0f, 3.0f})));
  std::string dictionary = "{'descr': '<f4', 'fortran_order': False, 'shape': (3,), }";
  dictionary += std::string(128 - 10 - 1 - dictionary.size(), ' ') + "\n";
  CHECK(contents(folder / "t.npy") == file_of(dictionary, three_floats));
}

TEST_CASE("npy: other spellings of the header") {
  const scratch_folder folder;
  const std::string path = folder / "t.npy";
  const auto read = [&](const std::string& bytes) {
    put_contents(path, bytes);
    return load_npy<float, m<N>>(path);
  };
  const tensor<float, m<N>> want = from({1.0f, 2.0f, 3.0f});
  CHECK(equal(read(file_of("{'shape':(3,),'fortran_order':False,'descr':'<f4'}", three_floats)), want));
  CHECK(equal(read(file_of("{\"descr\": \"<f4\", \"fortran_order\": False, \"shape\": (3L,)}\n", three_floats)), want));
  CHECK(equal(read(file_of("{'descr': '<f4', 'fortran_order': True, 'shape': (3,), }\n", three_floats)), want));
  for (const char version : {char(2), char(3)})  // headers of any length: the elements are then not aligned
    CHECK(equal(read(file_of("{'descr': '<f4', 'fortran_order': False, 'shape': (3,), } ", three_floats, version)),
                want));

  put_contents(path, file_of("{'descr': '|i1', 'fortran_order': True, 'shape': (2, 3), }", "\1\4\2\5\3\6"));
  const auto t = load_npy<std::int8_t, m<R, F>>(path);
  CHECK((t(0, 0) == 1 && t(0, 1) == 2 && t(0, 2) == 3 && t(1, 0) == 4 && t(1, 2) == 6));
  CHECK(t.is_contiguous());
}

TEST_CASE("npy: both sides are named when types disagree") {
  const scratch_folder folder;
  const std::string path = folder / "t.npy";
  save_npy(path, arange<float, m<N, F>>(4));
  CHECK_THROWS_WITH((load_npy<double, m<N, F>>(path)),
                    ContainsSubstring(path) && ContainsSubstring("f32 (4, 3)") && ContainsSubstring("f64 [N, F: 3]"));
  CHECK_THROWS_WITH((load_npy<float, m<N, R>>(path)), ContainsSubstring("f32 (4, 3)") && ContainsSubstring("R: 2"));
  CHECK_THROWS_WITH((load_npy<float, m<N>>(path)), ContainsSubstring("f32 [N] is wanted"));
  CHECK_THROWS_AS((load_npy<bf16, m<N, F>>(path)), tiga::error);
}

TEST_CASE("npy: malformed files name file and reason") {
  const scratch_folder folder;
  const std::string path = folder / "bad.npy";
  const std::string head = "{'descr': '<f4', 'fortran_order': False, 'shape': (3,), }";
  const auto reason = [&](const std::string& bytes) -> std::string {
    put_contents(path, bytes);
    try {
      load_npy(path);
    } catch (const tiga::error& e) {
      const std::string what = e.what();
      CHECK(what.find(path) == 0);
      return what;
    }
    return "read without complaint";
  };
  CHECK_THAT(reason(""), ContainsSubstring("too short"));
  CHECK_THAT(reason("\x93NUM"), ContainsSubstring("too short"));
  CHECK_THAT(reason("\x89PNG\r\n\x1a\n0123456789"), ContainsSubstring("not a NumPy array"));
  CHECK_THAT(reason(file_of(head, three_floats, 4)), ContainsSubstring("version 4.0"));
  CHECK_THAT(reason(file_of(head, three_floats).substr(0, 40)), ContainsSubstring("too short"));
  CHECK_THAT(reason(file_of(head, three_floats.substr(0, 11))), ContainsSubstring("needs 12 bytes, there are 11"));
  CHECK_THAT(reason(file_of(head, three_floats + "x")), ContainsSubstring("needs 12 bytes, there are 13"));
  const auto with = [&](const std::string& dictionary) { return reason(file_of(dictionary, three_floats)); };
  CHECK_THAT(with("{'descr': '>f4', 'fortran_order': False, 'shape': (3,)}"), ContainsSubstring("big-endian"));
  CHECK_THAT(with("{'descr': '<c8', 'fortran_order': False, 'shape': (3,)}"), ContainsSubstring("'<c8' are not"));
  CHECK_THAT(with("{'descr': '|O', 'fortran_order': False, 'shape': (3,)}"), ContainsSubstring("'|O' are not"));
  CHECK_THAT(with("{'descr': '', 'fortran_order': False, 'shape': (3,)}"), ContainsSubstring("'' are not"));
  CHECK_THAT(with("{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (3,)}"), ContainsSubstring("records"));
  CHECK_THAT(with("{'descr': '<f4', 'fortran_order': 0, 'shape': (3,)}"), ContainsSubstring("True or False"));
  CHECK_THAT(with("{'descr': '<f4', 'fortran_order': False}"), ContainsSubstring("has no 'shape'"));
  CHECK_THAT(with("{'descr': '<f4', 'descr': '<f4'}"), ContainsSubstring("twice"));
  CHECK_THAT(with("{'descr': '<f4', 'colour': 'red'}"), ContainsSubstring("unknown key 'colour'"));
  CHECK_THAT(with("{'descr': '<f4', 'fortran_order': False, 'shape': (-3,)}"), ContainsSubstring("extent before '-3"));
  CHECK_THAT(with("{'descr': '<f4', 'fortran_order': False, 'shape': (3,)} x"), ContainsSubstring("behind"));
  CHECK_THAT(with("{'descr': '<f4"), ContainsSubstring("without an end"));
  CHECK_THAT(with("{'descr': '<f4', 'fortran_order': False, 'shape': (3"), ContainsSubstring(") before ''"));
  CHECK_THAT(with("{'descr': '<f4', 'fortran_order': False, 'shape': (99999999999999999999,)}"),
             ContainsSubstring("beyond 2^63"));
  CHECK_THAT(with("{'descr': '<f4', 'fortran_order': False, 'shape': (4294967296, 4294967296)}"),
             ContainsSubstring("more than 2^63 bytes"));
  CHECK_THAT(with("{'descr': '<f4', 'fortran_order': False, 'shape': (4611686018427387904,)}"),
             ContainsSubstring("more than 2^63 bytes"));
  CHECK_THAT(with("{'descr': '<f4', 'fortran_order': False, 'shape': (1, 1, 1, 1, 1, 1, 1, 1, 3)}"),
             ContainsSubstring("more than 8 axes"));
  CHECK_THAT(reason(file_of("{'descr': '|b1', 'fortran_order': False, 'shape': (2,)}", "\1\2")),
             ContainsSubstring("element 1 of bool is 2"));
  CHECK_THAT(reason("\x93NUMPY\x02" + std::string(1, '\0') + "\xff\xff\xff\xff{}"), ContainsSubstring("too short"));
  CHECK_THROWS_WITH(load_npy(folder / "none.npy"), ContainsSubstring("none.npy") && ContainsSubstring("No such file"));
  CHECK_THROWS_WITH(load_npy(folder / ""), ContainsSubstring("regular file"));
}

TEST_CASE("npy: no cut or flipped byte of a file crashes the reader") {
  const scratch_folder folder;
  const std::string path = folder / "t.npy";
  save_npy(path, arange<std::int16_t, m<N, F>>(2));
  const std::string good = contents(path);
  int refused = 0;
  for (std::size_t i = 0; i < good.size(); ++i) {
    std::string bad = good;
    bad[i] = char(bad[i] ^ 0x15);
    for (const std::string& bytes : {bad, good.substr(0, i)}) {
      put_contents(path, bytes);
      try {
        load_npy(path);
      } catch (const tiga::error&) {
        ++refused;
      }
    }
  }
  CHECK(refused > int(good.size()));  // every cut, and most flips of the header
}

TEST_CASE("a save that fails leaves the old file") {
  const scratch_folder folder;
  const std::string path = folder / "t.npy";
  save_npy(path, arange<float, m<N, F>>(4));
  CHECK_THROWS_WITH(save_npy(folder / "missing/t.npy", arange<float, m<N>>(4)), ContainsSubstring("missing/t.npy"));
  CHECK(load_npy<float, m<N, F>>(path)(3, 2) == 11.0f);
  save_npy(path, arange<float, m<N>>(2));
  CHECK(load_npy<float, m<N>>(path).size() == 2);
}
