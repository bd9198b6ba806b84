// The doors of graphs and readers throw tiga::error only: what the standard library's containers do not get is said by
// name there, as a buffer says it of itself.
#pragma once
#include <new>
#include <stdexcept>
#include <string>
#include <tiga/runtime/error.hpp>

namespace tiga::detail {

/// `make()`; `what()` is the subject of the sentence when there is no memory for it.
template <class Make, class What>
auto in_memory(const What& what, const Make& make) {
  try {
    return make();
  } catch (const std::bad_alloc&) {
  } catch (const std::length_error&) {  // more than a container of the standard library can ever hold
  }
  fail("out of memory: " + what());
}

}  // namespace tiga::detail
