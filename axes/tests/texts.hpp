// Layouts from texts with axes from a text, for tables of cases.
#pragma once
#include <tiga/axes/parse.hpp>

namespace tiga::test {

struct layouts {
  axis axes[8] = {axis(name{0, 0}, 1), axis(name{0, 0}, 1), axis(name{0, 0}, 1), axis(name{0, 0}, 1),
                  axis(name{0, 0}, 1), axis(name{0, 0}, 1), axis(name{0, 0}, 1), axis(name{0, 0}, 1)};
  int count = 0;
  /// "W=2 R=4"
  constexpr explicit layouts(const char* text) {
    while (*text) {
      char called[17]{};
      int length = 0;
      while (*text != '=') called[length++] = *text++;
      ++text;
      std::int64_t size = 0;
      while (*text >= '0' && *text <= '9') size = 10 * size + (*text++ - '0');
      if (*text == ' ') ++text;
      axes[count++] = axis(pack(called), size);
    }
  }
  constexpr mapping_value operator()(const char* text) const {
    int length = 0;
    while (text[length]) ++length;
    return value_of(parse_mapping(text, length, axes, count));
  }
};
constexpr bool says(const text& t, const char* words) {
  for (int i = 0; i < t.length; ++i) {
    int k = 0;
    while (words[k] && i + k < t.length && t.chars[i + k] == words[k]) ++k;
    if (!words[k]) return true;
  }
  return false;
}

}  // namespace tiga::test
