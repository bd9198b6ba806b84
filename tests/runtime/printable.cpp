// Messages are one printable line, whatever they quote.
#include <tiga/runtime/error.hpp>
#include <tiga/runtime/printable.hpp>

#include "catch.hpp"

using tiga::printable;

TEST_CASE("plain text and UTF-8 stay, control characters and other bytes are written as numbers") {
  for (const char* same : {"", "axis N", "a\\b",
                           "gr\xc3\xb6\xc3\x9f"
                           "e",
                           "\xe2\x89\xa4", "\xf0\x9f\x90\xaf"})
    CHECK(printable(same) == same);
  CHECK(printable(std::string("a\0b", 3)) == "a\\x00b");
  CHECK(printable("a\nb\tc\x1b[31m\x7f") == "a\\x0ab\\x09c\\x1b[31m\\x7f");
  CHECK(printable("\xff \xc3 \xc3") == "\\xff \\xc3 \\xc3");
  CHECK(printable("\xc2\x9b") == "\\xc2\\x9b");                             // a control character in two bytes
  CHECK(printable("\xc0\xaf\xed\xa0\x80") == "\\xc0\\xaf\\xed\\xa0\\x80");  // overlong, half a pair
  CHECK(printable("\xe2\x80\xa8") == "\\xe2\\x80\\xa8");                    // ends a line
}

TEST_CASE("errors are printable") {
  try {
    tiga::fail(std::string("a.npy: the header has the key '\0\n'", 34));
  } catch (const tiga::error& e) {
    CHECK(std::string(e.what()) == "a.npy: the header has the key '\\x00\\x0a'");
  }
}
