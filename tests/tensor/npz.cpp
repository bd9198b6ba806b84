// .npz archives: round trips, archives of Python's making, damaged ones.
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
inline constexpr axis N{"N"}, F{"F", 3};

void put(std::string& s, std::uint64_t v, int bytes) {
  for (int i = 0; i < bytes; ++i) s += char(v >> (8 * i) & 255);
}
void replace(std::string& s, std::size_t at, std::uint64_t v, int bytes) {
  std::string number;
  put(number, v, bytes);
  s.replace(at, std::size_t(bytes), number);
}

// The archive with its only entry's sizes and offset moved to the 64-bit fields, as Python does for large files.
std::string widened(const std::string& plain) {
  const std::size_t end = plain.size() - 22, directory = plain.find("PK\x01\x02");
  std::uint32_t size = 0;
  std::memcpy(&size, plain.data() + directory + 24, 4);
  std::string s = plain.substr(0, end);
  replace(s, directory + 20, 0xffffffff, 4);
  replace(s, directory + 24, 0xffffffff, 4);
  replace(s, directory + 42, 0xffffffff, 4);
  replace(s, directory + 30, 28, 2);
  put(s, 1, 2);
  put(s, 24, 2);
  put(s, size, 8);
  put(s, size, 8);
  put(s, 0, 8);
  const std::size_t end64 = s.size();
  s += "PK\x06\x06";
  put(s, 44, 8);
  put(s, 45, 2);
  put(s, 45, 2);
  put(s, 0, 8);
  put(s, 1, 8);
  put(s, 1, 8);
  put(s, end64 - directory, 8);
  put(s, directory, 8);
  s += "PK\x06\x07";
  put(s, 0, 4);
  put(s, end64, 8);
  put(s, 1, 4);
  s += "PK\x05\x06";
  put(s, 0, 4);
  put(s, 0xffff, 2);
  put(s, 0xffff, 2);
  put(s, 0xffffffff, 4);
  put(s, 0xffffffff, 4);
  put(s, 0, 2);
  return s;
}
}  // namespace

TEST_CASE("npz: named tensors come back, stored and deflated") {
  const scratch_folder folder;
  const std::string path = folder / "x.npz";
  const auto a = uniform<float, m<N, F>>(1, 500);
  const auto b = arange<std::int64_t, m<N>>(1000);
  const auto c = full<bf16, m<N>>(bf16(3), 100);
  const tensor<float, m<N, F>> none;
  for (const bool compress : {false, true}) {
    const std::vector<npz_entry> entries = {{"a", a}, {"folder/b", b}, {"c", c}, {"none", none}, {"t", transpose(a)}};
    compress ? save_npz_compressed(path, entries) : save_npz(path, entries);
    const auto all = load_npz(path);
    REQUIRE(all.size() == 5);
    CHECK(all[1].name == "folder/b");
    CHECK(all[2].value.type == dtype::u16);
    const auto a2 = load_npz<float, m<N, F>>(path, "a");
    CHECK(std::memcmp(a2.data(), a.data(), sizeof(float) * 1500) == 0);
    CHECK(load_npz<std::int64_t, m<N>>(path, "folder/b")(999) == 999);
    CHECK(float(load_npz<bf16, m<N>>(path, "c")(99)) == 3.0f);
    CHECK(load_npz<float, m<N, F>>(path, "none").extent(0) == 0);
    CHECK(load_npz<float, m<F, N>>(path, "t")(2, 7) == a(7, 2));
    CHECK_THROWS_WITH((load_npz<float, m<N>>(path, "d")), ContainsSubstring("no array d among a, folder/b, c"));
    CHECK_THROWS_WITH((load_npz<double, m<N, F>>(path, "a")),
                      ContainsSubstring("x.npz: a is f32 (500, 3), but f64 [N, F: 3] is wanted"));
    if (compress) CHECK(contents(path).size() < 20000);
  }
  save_npz(path, {});
  CHECK(load_npz(path).empty());
  save_npz(path, {{"b", b}, {"c", c}});
  CHECK(folder.files() == 1);
}

TEST_CASE("npz: 64-bit fields and comments") {
  const scratch_folder folder;
  const std::string path = folder / "x.npz";
  save_npz(path, {{"b", arange<std::int64_t, m<N>>(10)}});
  const std::string plain = contents(path);
  put_contents(path, widened(plain));
  CHECK(load_npz<std::int64_t, m<N>>(path, "b")(9) == 9);
  std::string commented = plain;
  replace(commented, commented.size() - 2, 5, 2);
  put_contents(path, commented + "hello");
  CHECK(load_npz<std::int64_t, m<N>>(path, "b")(9) == 9);
}

TEST_CASE("npz: malformed archives name file and reason") {
  const scratch_folder folder;
  const std::string path = folder / "x.npz";
  save_npz_compressed(path, {{"b", arange<std::int64_t, m<N>>(1000)}});
  const std::string good = contents(path);
  const std::size_t directory = good.find("PK\x01\x02"), end = good.size() - 22;
  const auto reason = [&](const std::string& bytes) -> std::string {
    put_contents(path, bytes);
    try {
      load_npz(path);
    } catch (const tiga::error& e) {
      const std::string what = e.what();
      CHECK(what.find(path) == 0);
      return what;
    }
    return "read without complaint";
  };
  const auto changed = [&](std::size_t at, std::uint64_t v, int bytes) {
    std::string s = good;
    replace(s, at, v, bytes);
    return reason(s);
  };
  CHECK_THAT(reason(""), ContainsSubstring("too short"));
  CHECK_THAT(reason(std::string(100, 'x')), ContainsSubstring("not a zip archive"));
  CHECK_THAT(reason(good.substr(0, good.size() - 1)), ContainsSubstring("cut off"));
  CHECK_THAT(changed(40, 0x55, 1), ContainsSubstring("damaged"));            // the data
  CHECK_THAT(changed(directory + 16, 1, 4), ContainsSubstring("checksum"));  // another sum
  CHECK_THAT(changed(directory + 8, 0x801, 2), ContainsSubstring("encrypted"));
  CHECK_THAT(changed(directory + 10, 12, 2), ContainsSubstring("method 12"));
  CHECK_THAT(changed(directory + 10, 0, 2), ContainsSubstring("two sizes"));
  CHECK_THAT(changed(directory + 20, 0x7fffffff, 4), ContainsSubstring("cut off"));
  CHECK_THAT(changed(directory + 24, 0x7fffffff, 4), ContainsSubstring("cannot hold 2147483647"));
  CHECK_THAT(changed(directory + 24, 8127, 4), ContainsSubstring("damaged"));
  CHECK_THAT(changed(directory + 42, 0x7fffffff, 4), ContainsSubstring("cut off"));
  CHECK_THAT(changed(directory + 42, 7, 4), ContainsSubstring("header is damaged"));
  CHECK_THAT(changed(directory + 28, 0xffff, 2), ContainsSubstring("directory is cut off"));
  CHECK_THAT(changed(end + 10, 9, 2), ContainsSubstring("too short for 9 entries"));
  CHECK_THAT(changed(end + 16, 0x7fffffff, 4), ContainsSubstring("directory is cut off"));
  CHECK_THAT(changed(end + 16, 0, 4), ContainsSubstring("directory"));
  CHECK_THAT(changed(end + 4, 1, 2), ContainsSubstring("several parts"));
  put_contents(path, good);
  CHECK(load_npz(path).size() == 1);
}

TEST_CASE("npz: no cut or flipped byte crashes the reader") {
  const scratch_folder folder;
  const std::string path = folder / "x.npz";
  for (const bool compress : {false, true}) {
    const std::vector<npz_entry> entries = {{"b", arange<std::int16_t, m<N>>(20)}};
    compress ? save_npz_compressed(path, entries) : save_npz(path, entries);
    const std::string plain = contents(path);
    for (const std::string& good : compress ? std::vector{plain} : std::vector{plain, widened(plain)}) {
      std::size_t refused = 0;
      for (std::size_t i = 0; i < good.size(); ++i) {
        std::string bad = good;
        bad[i] = char(bad[i] ^ 0xff);
        for (const std::string& bytes : {bad, good.substr(0, i)}) {
          put_contents(path, bytes);
          try {
            load_npz(path);
          } catch (const tiga::error&) {
            ++refused;
          }
        }
      }
      CHECK(refused > good.size());
    }
  }
}
