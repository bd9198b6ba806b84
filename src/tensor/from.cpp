#include <tiga/runtime/error.hpp>
#include <tiga/tensor/from.hpp>

#include "words.hpp"

namespace tiga::detail {

void unequal_rows(std::int64_t row, std::int64_t has, std::int64_t first_has) {
  fail("from: row " + std::to_string(row) + " has " + std::to_string(has) + " elements, the first has " +
       std::to_string(first_has));
}

void out_of_range(std::int64_t element, std::int64_t value, bool above, dtype type) {
  const std::string number = above && value < 0 ? std::to_string(std::uint64_t(value)) : std::to_string(value);
  fail("from: element " + std::to_string(element) + " is " + number + ", which " + dtype_name(type) + " cannot hold");
}

void list_extents(const factor* axes, int rank, std::int64_t count, const std::int64_t* list, int list_rank,
                  const std::int64_t* given, int given_count, std::int64_t* n) {
  const std::string layout = words(axes, rank);
  if (list_rank > 0) {
    if (list_rank != rank)
      fail("from: a list of " + std::to_string(list_rank) + " levels for " + layout + " of " + std::to_string(rank) +
           " axes");
    for (int i = 0; i < rank; ++i) n[i] = list[i];
    check_extents(axes, rank, n);
    return;
  }
  int open = 0, used = 0;
  std::int64_t known = 1;
  for (int i = 0; i < rank; ++i) {
    n[i] = size_of(axes[i]);
    if (n[i] == dynamic)
      ++open;
    else
      known *= n[i];
  }
  const bool inferred = given_count == 0 && open == 1;
  if (!inferred && open != given_count)
    fail("from: " + layout + " takes " + std::to_string(open) + " run-time sizes, not " + std::to_string(given_count));
  for (int i = 0; i < rank; ++i)
    if (n[i] == dynamic) n[i] = inferred ? (known ? count / known : 0) : given[used++];
  check_extents(axes, rank, n);
  if (const std::int64_t needed = count_elements(rank, n); needed != count)
    fail("from: " + std::to_string(count) + " elements for " + layout + ", extents " + words(n, rank) + " hold " +
         std::to_string(needed));
}

}  // namespace tiga::detail
