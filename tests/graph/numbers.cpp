// Numbers at the ends of what a double holds, read alike whatever locale the process has.
#include <clocale>
#include <cmath>
#include <limits>
#include <tiga/graph/io.hpp>

#include "catch.hpp"
#include "helpers.hpp"

using namespace graph_test;
using tiga_test::ContainsSubstring;

namespace {

double weight_of(const std::string& word) {
  return tiga::read_edge_list(text_file("0 1 " + word + "\n").path()).weights[0];
}
bool zero(const std::string& word, bool negative) {
  const double v = weight_of(word);
  return v == 0 && std::signbit(v) == negative;
}

void check_numbers() {
  const std::string zeros(400, '0');
  for (const std::string& word :
       {std::string("1e-400"), std::string("12.5e-400"), std::string("2.4e-324"), "0." + zeros + "7",
        "." + zeros + zeros + "9e400", std::string("1.5e-99999999999999999999"), std::string("123456.5e-0000400")}) {
    INFO(word);
    CHECK(zero(word, false));
    CHECK(zero("+" + word, false));
    CHECK(zero("-" + word, true));
  }
  for (const std::string& word :
       {std::string("1e400"), std::string("1.5e400"), std::string("1.797693134862315809e308"), "7" + zeros,
        "0." + zeros + "1e800", std::string("1.5e99999999999999999999"), std::string("0.5E+310")})
    for (const char* sign : {"", "+", "-"}) {
      INFO(sign << word);
      CHECK_THAT(error_of([&] { weight_of(sign + word); }), ContainsSubstring("does not fit in a double"));
    }
  CHECK(weight_of("2.5e-324") == std::numeric_limits<double>::denorm_min());
  CHECK(weight_of("-1.25e-310") == -1.25e-310);
  CHECK(weight_of("+1.797693134862315807e308") == std::numeric_limits<double>::max());
  CHECK(weight_of("0.1234567890123456789") == 0.1234567890123456789);
  CHECK(weight_of("1" + zeros + "e-400") == 1);
  CHECK(weight_of("." + zeros + "25e400") == 0.25);
  CHECK(zero("-0.0e99999999999999999999", true));
  CHECK(weight_of("-inf") == -INFINITY);
  CHECK(weight_of("+Infinity") == INFINITY);
  CHECK(std::isnan(weight_of("nan")));
  CHECK_THAT(error_of([] { weight_of("1,5e400"); }), ContainsSubstring("is not a number"));
}

}  // namespace

TEST_CASE("numbers that no double holds are zero or too large") { check_numbers(); }

TEST_CASE("a locale with a decimal comma changes no number") {
  const std::string before = std::setlocale(LC_NUMERIC, nullptr);
  for (const char* name : {"de_DE.UTF-8", "de_DE.utf8", "de_DE", "fr_FR.UTF-8", "fr_FR.utf8", "es_ES.UTF-8",
                           "it_IT.UTF-8", "pt_BR.UTF-8", "pl_PL.UTF-8", "ru_RU.UTF-8"}) {
    if (!std::setlocale(LC_NUMERIC, name) || std::string(std::localeconv()->decimal_point) != ",") continue;
    check_numbers();
    break;  // where none is installed there is nothing to see
  }
  std::setlocale(LC_NUMERIC, before.c_str());
}
