// How files are opened, replaced and quoted, which every format does in one way.
#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>
#include <zlib.h>

#include <functional>
#include <tiga/graph/io.hpp>
#include <tiga/tensor/npy.hpp>

#include "catch.hpp"
#include "helpers.hpp"
#include "tensor/scratch_file.hpp"

using namespace graph_test;
using namespace tiga_test;
namespace fs = std::filesystem;

namespace {

struct format {
  const char* ending;
  std::function<void(const std::string&)> read, write;
};
const format formats[] = {
    {"mtx", [](const std::string& p) { tiga::read_mtx(p); },
     [](const std::string& p) {
       tiga::matrix_entries m;
       m.header.rows = m.header.columns = 3;
       m.header.field = tiga::mtx_field::pattern;
       m.rows = {0, 1};
       m.columns = {1, 2};
       tiga::write_mtx(p, m);
     }},
    {"edges", [](const std::string& p) { tiga::read_edge_list(p); },
     [](const std::string& p) {
       tiga::edge_list l;
       l.sources = {0, 1};
       l.targets = {1, 2};
       l.nodes = 3;
       tiga::write_edge_list(p, l);
     }},
    {"npy", [](const std::string& p) { tiga::load_npy(p); },
     [](const std::string& p) { tiga::save_npy(p, tiga::tensor<float, tiga::m<>>(1.f)); }},
    {"npz", [](const std::string& p) { tiga::load_npz(p); },
     [](const std::string& p) {
       tiga::save_npz(p, {{"x", tiga::tensor<float, tiga::m<>>(1.f)}});
     }},
};

mode_t mode_of(const std::string& path) {
  struct stat about {};
  return ::stat(path.c_str(), &about) == 0 ? about.st_mode & 07777 : 0;
}

}  // namespace

TEST_CASE("only regular files are read and replaced, without waiting for the others") {
  for (const format& f : formats) {
    INFO(f.ending);
    const scratch_folder folder;
    fs::create_directory(folder / "folder");
    REQUIRE(::mkfifo((folder / "pipe").c_str(), 0600) == 0);
    const int socket = ::socket(AF_UNIX, SOCK_STREAM, 0);
    sockaddr_un at{};
    at.sun_family = AF_UNIX;
    (folder / "socket").copy(at.sun_path, sizeof at.sun_path - 1);
    REQUIRE(::bind(socket, reinterpret_cast<const sockaddr*>(&at), sizeof at) == 0);
    ::close(socket);
    const std::pair<std::string, const char*> irregular[] = {{folder / "folder", "it is a directory"},
                                                             {folder / "pipe", "it is a pipe"},
                                                             {folder / "socket", "it is a socket"},
                                                             {"/dev/zero", "it is a character device"}};
    for (const auto& [path, why] : irregular) {
      const std::string end = std::string(why) + ", not a regular file";
      CHECK(error_of([&] { f.read(path); }) == path + ": cannot be read: " + end);
      const bool ours = path.find("/dev/") != 0;  // no test risks a device of the machine
      if (ours) CHECK(error_of([&] { f.write(path); }) == path + ": cannot be written: " + end);
      fs::create_symlink(path, folder / "link");
      CHECK(error_of([&] { f.read(folder / "link"); }) == (folder / "link") + ": cannot be read: " + end);
      if (ours) CHECK(error_of([&] { f.write(folder / "link"); }) == (folder / "link") + ": cannot be written: " + end);
      fs::remove(folder / "link");
    }
    CHECK(folder.files() == 3);  // no temporary is left
    CHECK_THAT(error_of([&] { f.read(folder / "none"); }), ContainsSubstring("cannot be read: No such file"));
    CHECK_THAT(error_of([&] { f.write(folder / "none/x"); }), ContainsSubstring("cannot be created: No such file"));
  }
}

TEST_CASE("a symbolic link stays one, and what it leads to is replaced") {
  for (const format& f : formats) {
    INFO(f.ending);
    const scratch_folder folder;
    fs::create_directory(folder / "data");
    f.write(folder / "expected");
    const std::string want = contents(folder / "expected");
    put_contents(folder / "data/old", "old");
    fs::create_symlink("data/old", folder / "relative");
    fs::create_symlink(folder / "relative", folder / "twice");
    fs::create_symlink("data/new", folder / "dangling");
    f.write(folder / "twice");
    f.write(folder / "dangling");
    for (const char* link : {"relative", "twice", "dangling"}) CHECK(fs::is_symlink(folder / link));
    CHECK((contents(folder / "data/old") == want && contents(folder / "data/new") == want));
    CHECK(std::distance(fs::directory_iterator(folder / "data"), fs::directory_iterator()) == 2);
    fs::create_symlink("circle", folder / "circle");
    CHECK_THAT(error_of([&] { f.write(folder / "circle"); }), ContainsSubstring("symbolic links do not end"));
    CHECK_THAT(error_of([&] { f.read(folder / "circle"); }), ContainsSubstring("cannot be read"));
  }
}

TEST_CASE("a replaced file keeps its permissions, a new one has those of the mask") {
  const mode_t mask = ::umask(022);
  for (const format& f : formats) {
    INFO(f.ending);
    const scratch_folder folder;
    for (const mode_t mode : {0600u, 0666u, 0440u}) {
      put_contents(folder / "old", "old");
      REQUIRE(::chmod((folder / "old").c_str(), mode) == 0);
      f.write(folder / "old");
      CHECK(mode_of(folder / "old") == mode);
      fs::remove(folder / "old");
    }
    f.write(folder / "new");
    CHECK(mode_of(folder / "new") == 0644);
  }
  ::umask(mask);
}

TEST_CASE("control characters of files are written as numbers in messages") {
  const auto says = [](const std::string& text, const char* ending) {
    const scratch_folder folder;
    const std::string path = folder / (std::string("bad.") + ending);
    put_contents(path, text);
    for (const format& f : formats)
      if (std::string(f.ending) == ending) return error_of([&] { f.read(path); });
    return std::string();
  };
  const std::string nul(1, '\0');
  CHECK_THAT(says("%%MatrixMarket matrix coordinate r" + nul + "al general\n1 1 0\n", "mtx"),
             ContainsSubstring("line 1: unknown field 'r\\x00al': real, integer or pattern"));
  CHECK_THAT(says("%%MatrixMarket matrix coordinate real general\n2 2 1\n1 \x1b[1m 3\n", "mtx"),
             ContainsSubstring("line 3: the column '\\x1b[1m' is not an integer"));
  CHECK_THAT(says("0 1\n0 " + nul + "2\n", "edges"),
             ContainsSubstring("line 2: the target '\\x002' is not an integer"));
  const auto npy = [&](const std::string& dictionary) {
    return "\x93NUMPY\x01" + nul + char(dictionary.size()) + nul + dictionary;
  };
  CHECK_THAT(says(npy("{'de" + nul + "scr': '<f4'}"), "npy"), ContainsSubstring("unknown key 'de\\x00scr'"));
  CHECK_THAT(says(npy("{'descr': '<\x07\n', 'fortran_order': False, 'shape': ()}"), "npy"),
             ContainsSubstring("elements '<\\x07\\x0a' are not supported"));
  CHECK_THAT(says(npy(nul + "{"), "npy"), ContainsSubstring("should have { before '\\x00{'"));

  const scratch_folder folder;
  tiga::save_npz(folder / "x.npz", {{"a" + nul + "\x1b", tiga::tensor<float, tiga::m<>>(1.f)}});
  std::string archive = contents(folder / "x.npz");
  archive[archive.find("NUMPY")] = 'X';
  put_contents(folder / "x.npz", archive);
  CHECK_THAT(error_of([&] { tiga::load_npz(folder / "x.npz"); }),
             ContainsSubstring("x.npz: a\\x00\\x1b.npy: the checksum does not match"));
  CHECK_THAT(error_of([&] { tiga::load_npz<float, tiga::m<>>(folder / "x.npz", "b"); }),
             ContainsSubstring("no array b among a\\x00\\x1b"));
  CHECK_THAT(error_of([&] { tiga::read_mtx("no\nfile" + nul + "x"); }), ContainsSubstring("no\\x0afile\\x00x: cannot"));
}

TEST_CASE("what gzip has compressed is read as what it holds, and damage is named") {
  const scratch_folder folder;
  std::string text = "%%MatrixMarket matrix coordinate integer general\n300 300 20000\n";
  for (int i = 0; i < 20'000; ++i)
    text += std::to_string(i * 7919 % 300 + 1) + " " + std::to_string(i % 300 + 1) + " " + std::to_string(i) + "\n";
  const std::string plain = folder / "plain.mtx", packed = folder / "packed.mtx.gz", bad = folder / "bad.mtx.gz";
  put_contents(plain, text);
  const auto append = [&](const char* mode, std::size_t from, std::size_t count) {
    const gzFile file = gzopen(packed.c_str(), mode);
    gzwrite(file, text.data() + from, unsigned(count));
    gzclose(file);
  };
  append("wb9", 0, 100'000);
  append("ab1", 100'000, text.size() - 100'000);  // a second member
  const auto same = [](const tiga::matrix_entries& a, const tiga::matrix_entries& b) {
    return std::equal(a.rows.begin(), a.rows.end(), b.rows.begin(), b.rows.end()) &&
           std::equal(a.integers.begin(), a.integers.end(), b.integers.begin(), b.integers.end());
  };
  CHECK(same(tiga::read_mtx(plain), tiga::read_mtx(packed)));
  CHECK(square::from_mtx(packed).edges() == 20'000);

  const std::string bytes = contents(packed);
  for (const std::size_t length : {std::size_t(2), std::size_t(11), bytes.size() / 2, bytes.size() - 1}) {
    put_contents(bad, bytes.substr(0, length));
    CHECK_THROWS_WITH(tiga::read_mtx(bad), bad + ": the gzip data is cut off");
  }
  for (std::size_t at = 2; at + 8 < bytes.size(); at += bytes.size() / 40) {
    std::string damaged = bytes;
    damaged[at] = char(damaged[at] ^ 0x5a);
    put_contents(bad, damaged);
    bool right = false;
    try {
      right = same(tiga::read_mtx(plain), tiga::read_mtx(bad));  // the time stamp of a header means nothing
    } catch (const tiga::error& e) {
      right = std::string(e.what()).find(bad + ": ") == 0;
    }
    INFO(at);
    CHECK(right);
  }
}
