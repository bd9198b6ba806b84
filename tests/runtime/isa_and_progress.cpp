// The choice of the instruction set, and what a long loop says where no terminal is.
#include <fcntl.h>
#include <unistd.h>

#include <cstdio>
#include <string>
#include <tiga/runtime/error.hpp>
#include <tiga/runtime/isa.hpp>
#include <tiga/runtime/progress.hpp>

#include "catch.hpp"

namespace {

// What f writes to stderr while that is a file.
template <class F>
std::string said(const F& f) {
  std::FILE* const file = std::tmpfile();
  std::fflush(stderr);
  const int real = dup(STDERR_FILENO);
  dup2(fileno(file), STDERR_FILENO);
  f();
  std::fflush(stderr);
  dup2(real, STDERR_FILENO);
  close(real);
  std::rewind(file);
  std::string text;
  for (int c; (c = std::fgetc(file)) != EOF;) text += char(c);
  std::fclose(file);
  return text;
}

}  // namespace

TEST_CASE("an instruction set can be asked for up to what the machine has") {
  using tiga::runtime::isa;
  const isa best = tiga::runtime::best_isa();
  tiga::runtime::force_isa(isa::baseline);
  CHECK(tiga::runtime::best_isa() == isa::baseline);
  tiga::runtime::reset_isa();
  CHECK(tiga::runtime::best_isa() == best);
  CHECK(std::string(isa_name(isa::avx512)) == "avx512");
  if (best != isa::avx512) CHECK_THROWS_AS(tiga::runtime::force_isa(isa::avx512), tiga::error);
}

TEST_CASE("without a terminal progress is a plain line a tenth") {
  const std::string text = said([] {
    tiga::progress bar("fit", 1000);
    for (int k = 0; k <= 1000; ++k) bar.update(k, k == 1000 ? "loss 0.5" : "");
    bar.finish();
    bar.update(5);  // after the end: nothing
  });
  std::size_t lines = 0;
  for (const char c : text) lines += c == '\n';
  CHECK(lines == 11);
  CHECK_THAT(text, tiga_test::ContainsSubstring("fit: 100/1000\n") &&
                       tiga_test::ContainsSubstring("fit: 1000/1000  loss 0.5\n"));
  CHECK(text.find('\r') == std::string::npos);
}
