#include "serve.hpp"

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <iostream>
#include <iterator>
#include <sstream>

#include "../support/clock.hpp"
#include "../support/inputs.hpp"

namespace bench {

int threads() {
  const char* n = std::getenv("BENCH_THREADS");
  return n != nullptr ? std::atoi(n) : 1;
}

int serve(const std::function<prepared(const std::string&, const std::vector<std::string>&)>& prepare) {
  if (const char* data = std::getenv("BENCH_DATA")) set_data_directory(data);
  prepared job;
  for (std::string text; std::getline(std::cin, text);) {
    std::istringstream words(text);
    std::string verb;
    words >> verb;
    try {
      if (verb == "setup") {
        std::string question;
        words >> question;
        const std::vector<std::string> arguments(std::istream_iterator<std::string>(words), {});
        job = {};  // what the last case held goes first
        job = prepare(question, arguments);
        job.call();
        std::puts("ok");
      } else if (verb == "run") {
        int calls = 1;
        words >> calls;
        const double start = now();
        for (int k = 0; k < calls; ++k) job.call();
        std::printf("%.9g\n", (now() - start) / calls);
      } else if (verb == "checksum") {
        std::printf("%.12g\n", job.checksum());
      } else {
        std::puts("skip not a word of the protocol");
      }
    } catch (const std::exception& e) {
      std::printf("skip %s\n", e.what());
    }
    std::fflush(stdout);
  }
  return 0;
}

}  // namespace bench
