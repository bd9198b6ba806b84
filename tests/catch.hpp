// Catch2 in either of its two layouts: one header in v2, several in v3.
#pragma once
#if __has_include(<catch2/catch_test_macros.hpp>)
  #include <catch2/catch_approx.hpp>
  #include <catch2/catch_template_test_macros.hpp>
  #include <catch2/catch_test_macros.hpp>
  #include <catch2/generators/catch_generators_all.hpp>
  #include <catch2/matchers/catch_matchers_all.hpp>
using Catch::Approx;
namespace tiga_test {
using Catch::Matchers::ContainsSubstring;
}
#else
  #include <catch2/catch.hpp>
namespace tiga_test {
inline auto ContainsSubstring(const std::string& part) { return Catch::Matchers::Contains(part); }
}  // namespace tiga_test
#endif
