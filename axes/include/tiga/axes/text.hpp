// Sentences made at compile time, and the one way to put them on the first `error:` line of a compiler.
#pragma once
#include <cstddef>
#include <cstdint>
#include <utility>

namespace tiga {

/// A text of fixed capacity that constexpr rules build and return; empty means that the rule is satisfied.
/// What does not fit is cut. Appending is `<<`.
struct text {
  static constexpr int capacity = 512;
  char chars[capacity]{};
  int length = 0;

  constexpr bool empty() const { return length == 0; }
  constexpr const char* c_str() const { return chars; }
  constexpr text& put(char c) {
    if (length < capacity - 1) chars[length++] = c;
    return *this;
  }
  constexpr text& operator<<(const char* s) {
    while (*s) put(*s++);
    return *this;
  }
  constexpr text& operator<<(const text& t) {
    for (int i = 0; i < t.length; ++i) put(t.chars[i]);
    return *this;
  }
  constexpr text& operator<<(std::int64_t v) {
    char digits[20]{};
    int n = 0;
    std::uint64_t u = v < 0 ? 0 - std::uint64_t(v) : std::uint64_t(v);
    do digits[n++] = char('0' + u % 10);
    while (u /= 10);
    if (v < 0) put('-');
    while (n) put(digits[--n]);
    return *this;
  }
  constexpr text& operator<<(int v) { return *this << std::int64_t(v); }
};

/// A string of exactly N - 1 characters, as a template argument of `tiga_refuses`.
template <std::size_t N>
struct says {
  char chars[N]{};
  constexpr says() = default;
  constexpr says(const char (&s)[N]) {
    for (std::size_t i = 0; i < N; ++i) chars[i] = s[i];
  }
};

/// Has no member `sentence`: naming it makes the compiler print the sentence in its first error line.
template <auto... Sentence>
struct tiga_refuses {};

namespace detail {

// g++ prints a template argument of any length whole; clang cuts one after 30 characters, so it gets several parts.
#if defined(__clang__)
inline constexpr std::size_t part_size = 30;
#else
inline constexpr std::size_t part_size = text::capacity;
#endif

template <std::size_t N>
constexpr says<N + 1> part(const text& t, std::size_t from) {
  says<N + 1> s;
  for (std::size_t i = 0; i < N; ++i) s.chars[i] = t.chars[from + i];
  s.chars[N] = 0;  // said aloud: clang prints numbers when the last element is only implied
  return s;
}
constexpr std::size_t part_length(std::size_t length, std::size_t i) {
  const std::size_t rest = length - i * part_size;
  return rest < part_size ? rest : part_size;
}

template <class Rule, class>
struct refuse;
template <class Rule, std::size_t... I>
struct refuse<Rule, std::index_sequence<I...>> {
  static constexpr std::size_t length = std::size_t(Rule::why.length);
#if defined(__cpp_static_assert) && __cpp_static_assert >= 202306L
  struct message {
    constexpr std::size_t size() const { return length; }
    constexpr const char* data() const { return Rule::why.chars; }
  };
  static_assert(length == 0, message{});
  using type = int;
#else
  using type = typename tiga_refuses<part<part_length(length, I)>(Rule::why, I* part_size)...>::sentence;
#endif
};
template <class Rule, bool Satisfied = (Rule::why.length == 0)>
struct check {
  using type = int;
};
template <class Rule>
struct check<Rule, false>
    : refuse<Rule, std::make_index_sequence<(std::size_t(Rule::why.length) + part_size - 1) / part_size>> {};

}  // namespace detail

/// `int` when `Rule::why`, a constexpr `text`, is empty; otherwise an error whose first line holds the sentence.
template <class Rule>
using require = typename detail::check<Rule>::type;

}  // namespace tiga
