// What people ask of layouts: where an axis is, which positions mean a coordinate, whether two are equivalent; and
// layouts as functions from positions to addresses, with the algebra that users of CuTe know.
#pragma once
#include "equivalence.hpp"
#include "sequence.hpp"

namespace tiga {

/// Whether two layouts have the same size and mean the same at every position. O(digits squared).
constexpr bool is_equivalent(const layout_view& a, const layout_view& b) {
  digit_run x, y;
  for (int i = a.count; i-- > 0;)
    for (int k = 0; k < a.factors[i].count; ++k) x.push(digit_at(a.factors[i], k));
  for (int i = b.count; i-- > 0;)
    for (int k = 0; k < b.factors[i].count; ++k) y.push(digit_at(b.factors[i], k));
  x.count = detail::canonicalise_layout(x.digits, x.count);
  y.count = detail::canonicalise_layout(y.digits, y.count);
  return detail::same_digits(x, y);
}

/// A digit of an axis in a layout: `live` steps of `coordinate` each, `positions` apart.
struct axis_place {
  std::int64_t coordinate, live, positions;
};
struct axis_places {
  axis_place places[layout_digits]{};
  int count = 0;
};
/// Where an axis stands, from the outermost digit to the innermost; none where the layout has no such axis. O(digits).
constexpr axis_places where_is(const layout_view& of, const axis& a) {
  const digit_run run = detail::digits_of(of);
  axis_places all;
  std::int64_t pitch = 1;
  for (int i = 0; i < run.count; ++i) {
    const digit& d = run.digits[i];
    if (detail::is_named(d) && d.axis == a.id) {
      for (int k = all.count++; k > 0; --k) all.places[k] = all.places[k - 1];
      all.places[0] = {d.stride, d.live, pitch};
    }
    pitch *= d.extent;
  }
  return all;
}

/// The positions that mean one element: one, or as many as the layout has copies of it. Ascending.
struct position_set {
  std::int64_t first = -1, count = 0;
  std::int64_t extents[layout_digits]{}, pitches[layout_digits]{};  // of the copies, innermost first
  int copies = 0;
  constexpr std::int64_t operator()(std::int64_t i) const {
    std::int64_t at = first;
    for (int k = 0; k < copies; ++k) {
      at += i % extents[k] * pitches[k];
      i /= extents[k];
    }
    return at;
  }
};
/// A coordinate of an axis; axes that are not named have coordinate 0.
struct coordinate {
  axis of;
  std::int64_t at;
};
/// The positions of a layout that hold the element at these coordinates; `count` 0 where there is none. O(digits).
constexpr position_set positions_of(const layout_view& of, const coordinate* at, int named) {
  const digit_run run = detail::digits_of(of);
  position_set set;
  std::int64_t position = 0, pitch = 1;
  for (int i = 0; i < run.count; ++i) {
    const digit& d = run.digits[i];
    if (detail::is_named(d)) {
      for (int k = 0; k < named; ++k) {
        if (!(at[k].of.id == d.axis)) continue;
        if (at[k].at < 0 || at[k].at >= d.bound) return {};
        // the digit of the coordinate between this stride and the next that the layout has
        std::int64_t next = d.size;
        for (int j = 0; j < run.count; ++j) {
          const digit& e = run.digits[j];
          if (detail::is_named(e) && e.axis == d.axis && e.stride > d.stride && e.stride < next) next = e.stride;
        }
        const std::int64_t step = at[k].at % next / d.stride;
        if (step >= d.live) return {};
        position += step * pitch;
      }
    } else if (d.live > 1) {
      set.extents[set.copies] = d.live;
      set.pitches[set.copies++] = pitch;
    }
    pitch *= d.extent;
  }
  // every coordinate must come out as it went in: an axis may be here in part, or not at all
  for (int k = 0; k < named; ++k) {
    std::int64_t sum = 0, rest = position;
    for (int i = 0; i < run.count; ++i) {
      const digit& d = run.digits[i];
      if (detail::is_named(d) && d.axis == at[k].of.id) sum += rest % d.extent * d.stride;
      rest /= d.extent;
    }
    if (sum != at[k].at) return {};
  }
  set.first = position;
  set.count = 1;
  for (int k = 0; k < set.copies; ++k) set.count *= set.extents[k];
  return set;
}

/// A function from [0, size) to addresses: the position as mixed-radix number, the outermost mode first as everywhere
/// here (CuTe writes the innermost first: its (6,2):(8,2) is {{2, 6}, {2, 8}}), each digit times its stride.
struct strided_layout {
  static constexpr int max_modes = layout_digits;
  std::int64_t extents[max_modes + 1]{}, strides[max_modes + 1]{};
  int modes = 0;
  text why;  ///< why there is none; empty for a sound one

  constexpr strided_layout() = default;
  template <std::size_t N>
  constexpr strided_layout(const std::int64_t (&n)[N], const std::int64_t (&d)[N]) : modes(int(N)) {
    static_assert(N <= std::size_t(max_modes), "tiga: a strided_layout has at most 32 modes");
    for (std::size_t i = 0; i < N; ++i) extents[i] = n[i], strides[i] = d[i];
  }
  constexpr std::int64_t size() const {
    std::int64_t n = 1;
    for (int i = 0; i < modes; ++i) n *= extents[i];
    return n;
  }
  /// The largest address and one.
  constexpr std::int64_t cosize() const {
    std::int64_t last = 0;
    for (int i = 0; i < modes; ++i) last += (extents[i] - 1) * strides[i];
    return last + 1;
  }
  constexpr std::int64_t operator()(std::int64_t i) const {
    std::int64_t address = 0;
    for (int k = modes; k-- > 0;) {
      address += i % extents[k] * strides[k];
      i /= extents[k];
    }
    return address;
  }
  constexpr void push_outer(std::int64_t extent, std::int64_t stride) {
    if (modes == max_modes) {
      if (why.empty()) why << "a layout of more than " << max_modes << " modes";
      return;
    }
    for (int k = modes++; k > 0; --k) extents[k] = extents[k - 1], strides[k] = strides[k - 1];
    extents[0] = extent;
    strides[0] = stride;
  }
};

/// The same function with as few modes as can be. O(modes squared).
constexpr strided_layout coalesce(const strided_layout& a) {
  strided_layout c;
  c.why = a.why;
  for (int k = a.modes; k-- > 0;) {
    if (a.extents[k] == 1) continue;
    if (c.modes > 0 && a.strides[k] == c.extents[0] * c.strides[0])
      c.extents[0] *= a.extents[k];
    else
      c.push_outer(a.extents[k], a.strides[k]);
  }
  return c;
}

/// a after b: composition(a, b)(i) = a(b(i)) for every i of b. `why` where no strided layout does that: a mode of b has
/// to begin and end where modes of a do, or within one of them evenly. O(modes of a times modes of b).
constexpr strided_layout composition(const strided_layout& a, const strided_layout& b) {
  const strided_layout f = coalesce(a);
  strided_layout c;
  c.why = a.why.empty() ? b.why : a.why;
  for (int m = 0; m < b.modes && f.modes > 1; ++m)
    for (int k = 0; k < b.modes; ++k) {
      const bool apart = k == m || b.extents[m] == 1 || b.extents[k] == 1 || b.strides[m] == 0 || b.strides[k] == 0 ||
                         b.strides[m] >= b.extents[k] * b.strides[k] || b.strides[k] >= b.extents[m] * b.strides[m];
      if (!apart && c.why.empty())
        c.why << "composition: steps of " << b.strides[m] << " and of " << b.strides[k] << " carry into each other";
    }
  for (int m = b.modes; m-- > 0 && c.why.empty();) {
    std::int64_t left = b.extents[m], skip = b.strides[m];
    if (left == 1) continue;
    if (skip == 0 || f.modes == 0) {
      c.push_outer(left, 0);
      continue;
    }
    for (int k = f.modes; k-- > 0 && left > 1;) {
      const std::int64_t n = f.extents[k], d = f.strides[k];
      const bool last = k == 0;
      if (skip >= n && !last) {
        if (skip % n != 0) c.why << "composition: " << skip << " steps do not go evenly through a mode of " << n;
        skip /= n;
        continue;
      }
      if (!last && n % skip != 0) {
        c.why << "composition: " << skip << " steps do not go evenly through a mode of " << n;
        break;
      }
      std::int64_t here = last ? left : n / skip;
      if (here > left) here = left;
      if (left % here != 0) {
        c.why << "composition: " << left << " is no multiple of the " << here << " steps left in a mode of " << n;
        break;
      }
      c.push_outer(here, skip * d);
      left /= here;
      skip = 1;
    }
  }
  return coalesce(c);
}

/// What a leaves out of [0, n): beside a, (complement(a, n), a) reaches every address below n once, rounded up to whole
/// blocks. a must be injective with strides that divide each other in order; otherwise `why`. O(modes squared).
constexpr strided_layout complement(const strided_layout& a, std::int64_t n) {
  strided_layout rest = coalesce(a), c;
  c.why = a.why;
  std::int64_t reached = 1;
  while (rest.modes > 0 && c.why.empty()) {
    int least = 0;
    for (int k = 1; k < rest.modes; ++k)
      if (rest.strides[k] < rest.strides[least]) least = k;
    const std::int64_t extent = rest.extents[least], stride = rest.strides[least];
    for (int k = least + 1; k < rest.modes; ++k)
      rest.extents[k - 1] = rest.extents[k], rest.strides[k - 1] = rest.strides[k];
    --rest.modes;
    if (stride < reached || stride % reached != 0) {
      c.why << "complement: stride " << stride << " inside " << reached << " addresses that are taken";
      break;
    }
    if (stride > reached) c.push_outer(stride / reached, reached);
    reached = stride * extent;
  }
  if (n > reached) c.push_outer((n + reached - 1) / reached, reached);
  return coalesce(c);
}

/// The longest r with a(r(i)) = i for every i of r. O(modes squared).
constexpr strided_layout right_inverse(const strided_layout& a) {
  const strided_layout f = coalesce(a);
  strided_layout r;
  r.why = a.why;
  for (std::int64_t next = 1;;) {
    std::int64_t inside = 1;
    int found = -1;
    for (int k = f.modes; k-- > 0 && found < 0;) {
      if (f.strides[k] == next)
        found = k;
      else
        inside *= f.extents[k];
    }
    if (found < 0) return coalesce(r);
    r.push_outer(f.extents[found], inside);
    next *= f.extents[found];
  }
}
/// l with l(a(i)) = i for every i of a; a must be injective. O(modes squared).
constexpr strided_layout left_inverse(const strided_layout& a) {
  strided_layout whole = coalesce(a);
  const strided_layout rest = complement(a, a.cosize());
  if (!rest.why.empty()) {
    strided_layout none;
    none.why << "left_inverse: two positions have one address, or the strides do not divide each other";
    return none;
  }
  for (int k = rest.modes; k-- > 0;) whole.push_outer(rest.extents[k], rest.strides[k]);
  return right_inverse(whole);
}

/// A layout as strides through a packed tensor that is laid out as `tensor`: the address of each position. `why` where
/// positions are holes, or as in `sequence`.
constexpr strided_layout strided(const layout_view& of, const layout_view& tensor) {
  const loop_nest nest = sequence(tensor, of, access::read);
  strided_layout s;
  s.why = nest.why;
  for (int i = nest.count; i-- > 0 && s.why.empty();) {
    const address_loop& l = nest.loops[i];
    if (l.live < l.extent || l.bound) s.why << "strided: some positions are holes";
    s.push_outer(l.extent, l.stride);
  }
  return s;
}

/// "(6,2):(8,2)", the innermost mode first as CuTe writes it.
constexpr text cute_text(const strided_layout& a) {
  text t;
  if (!a.why.empty()) return t << a.why;
  for (const std::int64_t* numbers : {a.extents, a.strides}) {
    t << (numbers == a.extents ? "(" : ":(");
    for (int k = a.modes; k-- > 0;) t << numbers[k] << (k ? "," : "");
    t << ")";
  }
  return t;
}

}  // namespace tiga
