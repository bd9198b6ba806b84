#include "plan.hpp"

namespace tiga::detail {

digit_run together(const layout_view* parts, int count) {
  digit_run all;
  for (int i = count; i-- > 0;) {
    const digit_run run = digits_of(parts[i]);
    for (int k = 0; k < run.count; ++k) all.push(run.digits[k]);
  }
  return all;
}
std::vector<std::int64_t> coordinates(const digit_run& run, const digit& of) {
  std::vector<std::int64_t> all(std::size_t(extent_of(run)), 0);
  for (std::size_t at = 0; at < all.size(); ++at) {
    const places p(run, std::int64_t(at));
    for (int i = 0; i < run.count; ++i)
      if (is_named(run.digits[i]) && run.digits[i].axis == of.axis && run.digits[i].bound == of.bound)
        all[at] += run.digits[i].stride * p.of[i];
  }
  return all;
}
std::int64_t furthest(const digit_run& run, const digit& of) {
  std::int64_t most = 0;
  for (int i = 0; i < run.count; ++i)
    if (is_named(run.digits[i]) && run.digits[i].axis == of.axis && run.digits[i].bound == of.bound)
      most += run.digits[i].stride * (run.digits[i].live - 1);
  return most;
}

namespace {

class planner {
 public:
  planner(const slice_reduction& of, const slice_verdict& verdict) : of_(of), v_(verdict) {}
  slice_plan run() {
    digit_run raw[5];
    raw[0] = digits_of(of_.slice);
    raw[1] = digits_of(of_.time);
    raw[2] = digits_of(of_.out_slice);
    raw[3] = digits_of(of_.out_time);
    raw[4] = together(of_.others, of_.other_count);
    const run_halves s = split_run(refined(raw[0], raw, 5), v_.ratio);
    slots_ = split_run(refined(raw[2], raw, 5), v_.ratio).inner;
    time_ = refined(raw[1], raw, 5);
    p_.ratio = v_.ratio;
    p_.time = extent_of(time_);
    // the last of the others is Packet
    const digit_run lanes = of_.other_count > 0 ? digits_of(of_.others[of_.other_count - 1]) : digit_run{};
    const digit_run above = of_.other_count > 1 ? together(of_.others, of_.other_count - 1) : digit_run{};
    p_.lanes = extent_of(lanes);
    digit_run group = s.outer;
    for (int i = 0; i < above.count; ++i) group.push(above.digits[i]);
    p_.groups = extent_of(group);
    find_live(s.inner);
    find_ragged(s.inner, group, lanes);
    find_pieces();
    find_slots();
    return static_cast<slice_plan&&>(p_);
  }

 private:
  void find_live(const digit_run& inner) {
    for (std::int64_t j = 0; j < p_.ratio; ++j) {
      if (!places(inner, j).live) continue;
      if (!p_.live.empty() && p_.live.back().first + p_.live.back().count == j)
        ++p_.live.back().count;
      else
        p_.live.push_back({j, 1});
    }
  }
  void find_ragged(const digit_run& inner, const digit_run& group, const digit_run& lanes) {
    for (int i = 0; i < inner.count; ++i) {
      const digit& d = inner.digits[i];
      if (!is_named(d)) continue;
      bool seen = false;
      for (int k = 0; k < i; ++k)
        seen =
            seen || (inner.digits[k].axis == d.axis && inner.digits[k].bound == d.bound && is_named(inner.digits[k]));
      if (seen) continue;
      const std::int64_t in_row = furthest(time_, d) + furthest(lanes, d);
      if (furthest(group, d) + furthest(inner, d) + in_row < d.bound) continue;
      p_.ragged.push_back({d.bound, coordinates(group, d), coordinates(inner, d), coordinates(time_, d),
                           coordinates(lanes, d), in_row});
    }
  }
  bool is_promoted(const digit& d) const { return is_named(d) && has_key(v_.promoted, d); }
  /// Codes number the combinations of promoted coordinates.
  void find_pieces() {
    std::int64_t piece = 1;
    int first = 0;
    while (first < time_.count && !is_promoted(time_.digits[first])) piece *= time_.digits[first++].extent;
    p_.piece = piece;
    std::int64_t codes = 1, kept = piece;
    for (int i = first; i < time_.count; ++i) (is_promoted(time_.digits[i]) ? codes : kept) *= time_.digits[i].extent;
    p_.out_time = kept;
    p_.pieces.resize(std::size_t(codes));
    for (std::int64_t in = 0; in < p_.time / piece; ++in) {
      std::int64_t at = in, code = 0, weight = 1, out = 0, pitch = 1;
      for (int i = first; i < time_.count; ++i) {
        const std::int64_t e = time_.digits[i].extent, x = at % e;
        at /= e;
        if (is_promoted(time_.digits[i])) {
          code += weight * x;
          weight *= e;
        } else {
          out += pitch * x;
          pitch *= e;
        }
      }
      auto& runs = p_.pieces[std::size_t(code)];
      if (!runs.empty()) {
        piece_run& last = runs.back();
        const std::int64_t step = in - (last.in + (last.count - 1) * last.in_step);
        if (out == last.out + last.count && (last.count == 1 || step == last.in_step)) {
          last.in_step = step;
          ++last.count;
          continue;
        }
      }
      runs.push_back({in, out, 1, 1});
    }
  }
  void find_slots() {
    // weights of the promoted digits in a code, in the order of Time
    std::int64_t weight[layout_digits + 1]{}, w = 1;
    for (int i = 0; i < time_.count; ++i)
      if (is_promoted(time_.digits[i])) {
        weight[i] = w;
        w *= time_.digits[i].extent;
      }
    for (std::int64_t q = 0; q < p_.ratio; ++q) {
      const places at(slots_, q);
      if (!at.live) continue;
      std::int64_t code = 0;
      for (int i = 0; i < slots_.count; ++i)
        if (const int t = is_named(slots_.digits[i]) ? find_key(time_, slots_.digits[i]) : -1; t >= 0)
          code += weight[t] * at.of[i];
      p_.slots.push_back({q, int(code)});
    }
  }

  const slice_reduction& of_;
  const slice_verdict& v_;
  digit_run slots_, time_;
  slice_plan p_;
};

}  // namespace

const slice_plan* make_slice_plan(const slice_reduction& of, const slice_verdict& verdict) {
  return verdict.noop ? nullptr : new slice_plan(planner(of, verdict).run());
}

}  // namespace tiga::detail
