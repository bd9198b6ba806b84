// What an expression denotes, position by position, from the definitions alone: also where it has no form as digits.
// Source: the denotation of mapping expressions (Furiosa's mapping algebra), with an end for what is cut short.
#pragma once
#include "parse.hpp"
#include "position.hpp"

namespace tiga {

/// What stands at one position. An element has its coordinates as terms, one for each part of the expression that
/// gives one other than 0; those of one axis add up.
struct mapping_cell {
  struct term {
    name of;
    std::int64_t size;        // of the axis
    std::int64_t bound;       // coordinates that exist: terms of one bound together must stay below it
    std::int64_t coordinate;  // above 0
    std::int64_t kind;        // of the hole where they do not
  };
  occupancy held = occupancy::live;
  term terms[mapping_nodes / 2]{};
  int count = 0;
  /// The coordinate on an axis of this name; 0 where none is named.
  constexpr std::int64_t coordinate(const name& of) const {
    std::int64_t sum = 0;
    for (int i = 0; i < count; ++i)
      if (terms[i].of == of) sum += terms[i].coordinate;
    return sum;
  }
};

/// The denotation of an expression of static size: what `value_of` and `occupancy_at` are checked against, and all
/// there is for a composite. Made in O(nodes * size) for each cut, asked in O(nodes + terms squared).
///
/// An axis may end before its size: where `=` shortens an expression, or a cut parts it unevenly, the axis of the first
/// position that is lost ends at the coordinate lost there. So `[E / n, E % n]` means `E` for ragged and resized axes.
class denotation {
 public:
  constexpr explicit denotation(const mapping_expression& of) : why(of.why), e_(of) {
    if (why.empty()) prepare(e_.root);
  }
  /// What is wrong with the expression; being composite, or naming a digit twice, is not. Ask nothing else then.
  text why;
  constexpr std::int64_t size() const { return e_.nodes[e_.root].size; }
  constexpr mapping_cell at(std::int64_t position) const { return finished(cell(e_.root, position)); }

 private:
  struct end {  // the terms of this axis and old bound that are below `at` end there
    bool exists = false;
    name of{0, 0};
    std::int64_t size = 0, old = 0, at = 0, kind = -1;
  };

  static constexpr mapping_cell hole(occupancy held) {
    mapping_cell c;
    c.held = held;
    return c;
  }
  static constexpr mapping_cell both(const mapping_cell& major, const mapping_cell& minor) {
    if (major.held != occupancy::live) return major;
    if (minor.held != occupancy::live) return minor;
    mapping_cell c = major;
    for (int i = 0; i < minor.count; ++i) c.terms[c.count++] = minor.terms[i];
    return c;
  }
  /// Terms that add up beyond their bound, or beyond their axis, make a hole; the largest term gives its kind.
  static constexpr mapping_cell finished(const mapping_cell& c) {
    if (c.held != occupancy::live) return c;
    std::int64_t largest = 0;
    mapping_cell found = c;
    for (int i = 0; i < c.count; ++i) {
      const mapping_cell::term& t = c.terms[i];
      std::int64_t bounded = 0, all = 0;
      for (int j = 0; j < c.count; ++j) {
        if (!(c.terms[j].of == t.of)) continue;
        all += c.terms[j].coordinate;
        if (c.terms[j].bound == t.bound) bounded += c.terms[j].coordinate;
      }
      if ((bounded < t.bound && all < t.size) || t.coordinate <= largest) continue;
      largest = t.coordinate;
      found = hole(occupancy(t.kind));
    }
    return found;
  }

  constexpr mapping_cell cell(int at, std::int64_t position) const {
    const mapping_expression::node& n = e_.nodes[at];
    if (position < 0 || position >= n.size) return hole(occupancy::outside);
    mapping_cell c;
    switch (n.operation) {
      case 'a':
        if (position) c.terms[c.count++] = {n.of, n.number, n.number, position, std::int64_t(padding::top)};
        return c;
      case 'c': return c;
      case ',': {
        const std::int64_t inner = e_.nodes[n.right].size;
        return both(cell(n.left, position / inner), cell(n.right, position % inner));
      }
      case '#':
        if (position >= e_.nodes[n.left].size) return hole(occupancy(n.kind));
        return cell(n.left, position);
      case '/': c = cell(n.left, position * n.number); break;
      default: c = cell(n.left, position);
    }
    const end& last = ends_[at];
    for (int i = 0; last.exists && i < c.count; ++i) {
      mapping_cell::term& t = c.terms[i];
      if (!(t.of == last.of) || t.size != last.size || t.bound != last.old || t.coordinate >= last.at) continue;
      if (last.at < t.bound) t.bound = last.at;
      if (last.kind >= 0) t.kind = last.kind;
    }
    return c;
  }

  constexpr void refuse(const mapping_expression::node& n, const char* what, std::int64_t size) {
    if (why.empty()) why << text{}.put(n.operation) << " " << n.number << ": " << what << size;
  }
  constexpr void prepare(int at) {
    const mapping_expression::node& n = e_.nodes[at];
    if (n.left >= 0) prepare(n.left);
    if (n.right >= 0) prepare(n.right);
    if (!why.empty() || n.operation == ',') return;
    if (n.number == dynamic || (n.left >= 0 && e_.nodes[n.left].size == dynamic)) {
      why << "the size is known at run time only";
      return;
    }
    if (n.number <= 0) return refuse(n, "below the smallest size, ", 1);
    if (n.left < 0) return;
    const std::int64_t size = e_.nodes[n.left].size;
    if (n.operation == '#' && n.number < size) return refuse(n, "padding below the size ", size);
    if (n.operation == '=' && n.number > size) return refuse(n, "resizing above the size ", size);
    if ((n.operation == '/' || n.operation == '%') && size % n.number != 0)
      return refuse(n, "it does not divide ", size);
    if (n.operation != '#') ends_[at] = first_loss(n);
  }
  /// The end that an operation gives to the axis at whose coordinate it loses a position first.
  constexpr end first_loss(const mapping_expression::node& n) const {
    const std::int64_t size = e_.nodes[n.left].size;
    if (n.number == size) return {};
    if (n.operation == '=') {
      const mapping_cell lost = cell(n.left, n.number);
      return finished(lost).held == occupancy::live ? end_of(lost, -1) : end{};
    }
    for (std::int64_t i = n.number; i < size; ++i) {
      const mapping_cell held = finished(cell(n.left, i));
      if (held.held == occupancy::live) continue;
      const mapping_cell outer = cell(n.left, i - i % n.number), inner = cell(n.left, i % n.number);
      if (finished(outer).held != occupancy::live || finished(inner).held != occupancy::live) continue;
      return end_of(both(outer, inner), std::int64_t(held.held));
    }
    return {};
  }
  static constexpr end end_of(const mapping_cell& lost, std::int64_t kind) {
    if (lost.count == 0) return {};
    const mapping_cell::term& t = lost.terms[0];
    std::int64_t sum = 0;
    for (int i = 0; i < lost.count; ++i) {
      const mapping_cell::term& u = lost.terms[i];
      if (!(u.of == t.of) || u.size != t.size || u.bound != t.bound) return {};  // a composite: no axis ends alone
      sum += u.coordinate;
    }
    return {true, t.of, t.size, t.bound, sum, kind};
  }

  mapping_expression e_;
  end ends_[mapping_nodes]{};
};

}  // namespace tiga
