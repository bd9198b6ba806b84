// The main function that all test executables share; Catch2 v3 brings its own.
#if !__has_include(<catch2/catch_test_macros.hpp>)
  #define CATCH_CONFIG_MAIN
  #include <catch2/catch.hpp>
#endif
