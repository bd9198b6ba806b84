// Random reductions over slices through the run-time core, beside their definition: every live place of the result is
// the left fold, in slice order, of the elements whose coordinates agree with it.
#include <cmath>
#include <cstring>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <tiga/axes/parse.hpp>
#include <tiga/axes/position.hpp>
#include <tiga/program/half.hpp>
#include <tiga/runtime/parallel.hpp>
#include <tiga/stream/core.hpp>
#include <vector>

#include "catch.hpp"

using namespace tiga;
using detail::slice_op;

namespace {

struct layout {
  std::string words;
  mapping_value value;
};

struct reduction_case {
  std::vector<axis> axes;
  layout chip, packet, slice, time, out_slice, out_time;
  std::string words() const {
    std::string all;
    for (const layout* l : {&chip, &packet, &slice, &time, &out_slice, &out_time}) all += l->words + " | ";
    for (const axis& a : axes) {
      text t;
      all += (t << a.id << "=" << a.size << " ").c_str();
    }
    return all;
  }
  void read() {
    for (layout* l : {&chip, &packet, &slice, &time, &out_slice, &out_time})
      l->value = value_of(parse_mapping(l->words.data(), int(l->words.size()), axes.data(), int(axes.size())));
  }
};

/// Layouts that the rules accept: dummies, fresh axes and promoted digits; padded and ragged axes, split ones, and
/// reduced axes that go on in Time, in Packet and in outer slices.
class maker {
 public:
  explicit maker(unsigned seed) : random_(seed) {}
  reduction_case make() {
    reduction_case c;
    const auto add = [&](const char* called, std::int64_t size) {
      c.axes.push_back(axis(pack(called), size));
      return std::string(called);
    };
    const std::string w = add("W", pick(1, 4)), s = add("S", pick(1, 3)), p = add("P", pick(1, 5)),
                      b = add("B", pick(1, 2));
    std::string slice = chance(3) ? w + " # " + std::to_string(c.axes[0].size + pick(0, 2)) : w;
    std::string packet = chance(4) ? p + " # " + std::to_string(c.axes[2].size + 1) : p, time = s;
    c.chip.words = b;
    std::int64_t ratio = 1;
    const auto outer = slice;
    const int kind = int(pick(0, 4));
    if (kind == 0) {  // one whole axis
      const std::int64_t r = pick(1, 7);
      slice += ", " + add("R", r);
      ratio = r;
    } else if (kind == 1) {  // padded
      const std::int64_t r = pick(1, 7), n = r + pick(0, 3);
      slice += ", " + add("R", r) + " # " + std::to_string(n);
      ratio = n;
    } else if (kind == 2) {  // two axes and a hole between
      const std::int64_t r = pick(1, 4), q = pick(2, 3);
      slice += ", " + add("R", r) + ", 1 # 2, " + add("Q", q);
      ratio = r * 2 * q;
    } else {  // an axis that ends raggedly, its high digits in slices, its low ones elsewhere
      const std::int64_t low = pick(2, 4), high = pick(2, 4), r = pick(low, low * high);
      const std::string all = add("R", r) + " # " + std::to_string(low * high), n = std::to_string(low);
      slice += ", " + all + " / " + n;
      ratio = high;
      const std::string rest = all + " % " + n;
      if (kind == 3)
        time += ", " + rest;
      else
        packet = rest + ", " + packet;
    }
    // what takes the place: divisors of the ratio
    std::string out_slice = outer;
    std::vector<std::string> fill;
    std::int64_t left = ratio;
    while (left > 1) {
      std::int64_t n = pick(2, left);
      while (left % n != 0) ++n;
      left /= n;
      const auto what = pick(0, 3);
      const std::string name = std::string(1, char('E' + int(fill.size())));
      if (what == 0) {
        fill.push_back("1 # " + std::to_string(n));
      } else if (what == 1) {
        fill.push_back(add(name.c_str(), n));
      } else {
        const std::int64_t live = chance(3) ? pick(1, n) : n;
        const std::string v = add(name.c_str(), live);
        fill.push_back(live < n ? v + " # " + std::to_string(n) : v);
        promoted_.push_back(v);
      }
    }
    std::shuffle(fill.begin(), fill.end(), random_);
    for (const std::string& f : fill) out_slice += ", " + f;
    // promoted digits somewhere in time
    std::vector<std::string> steps{time};
    for (const std::string& v : promoted_) steps.insert(steps.begin() + pick(0, std::int64_t(steps.size())), v);
    c.time.words.clear();
    for (const std::string& t : steps) c.time.words += (c.time.words.empty() ? "" : ", ") + t;
    c.out_time.words = time;
    promoted_.clear();
    c.slice.words = slice;
    c.packet.words = packet;
    c.out_slice.words = out_slice;
    c.read();
    return c;
  }
  std::int64_t pick(std::int64_t from, std::int64_t to) {
    return std::uniform_int_distribution<std::int64_t>(from, to)(random_);
  }
  bool chance(int of) { return pick(1, of) == 1; }

 private:
  std::mt19937 random_;
  std::vector<std::string> promoted_;
};

std::int64_t positions(const mapping_value& v) {
  std::int64_t n = 1;
  for (int i = 0; i < v.count; ++i) n *= size_of(v.factors[i]);
  return n;
}

struct place {
  bool live;
  std::vector<std::int64_t> at;
};
/// The meaning of every position of several layouts beside each other.
std::vector<place> meanings(const std::vector<const mapping_value*>& parts, const std::vector<axis>& axes) {
  std::vector<factor> all;
  for (const mapping_value* v : parts)
    for (int i = 0; i < v->count; ++i) all.push_back(v->factors[i]);
  std::int64_t n = 1;
  for (const factor& f : all) n *= size_of(f);
  std::vector<place> to;
  for (std::int64_t i = 0; i < n; ++i) {
    place p{occupancy_at(all.data(), int(all.size()), i) == occupancy::live, {}};
    for (const axis& a : axes) p.at.push_back(coordinate_at(all.data(), int(all.size()), i, a));
    to.push_back(p);
  }
  return to;
}

/// Which input positions each live output position folds, in order; empty for holes of the output.
struct oracle {
  std::vector<std::vector<std::int64_t>> sources;
  std::vector<bool> live;
  oracle(const reduction_case& c, const slice_verdict& v) {
    const auto in = meanings({&c.chip.value, &c.slice.value, &c.time.value, &c.packet.value}, c.axes);
    const auto out = meanings({&c.chip.value, &c.out_slice.value, &c.out_time.value, &c.packet.value}, c.axes);
    // axes that the input lacks, and digits that are reduced, do not have to agree
    const auto reads = [&](const axis& a, std::int64_t x) {
      for (int i = 0; i < v.reduced.count; ++i) {
        const digit& d = v.reduced.digits[i];
        if (d.axis == a.id) x -= x / d.stride % d.live * d.stride;
      }
      return x;
    };
    std::vector<bool> fresh;
    for (const axis& a : c.axes) {
      bool is = false;
      for (int i = 0; i < v.fresh.count; ++i) is = is || v.fresh.digits[i].axis == a.id;
      fresh.push_back(is);
    }
    const auto key = [&](const place& p) {
      std::vector<std::int64_t> k;
      for (std::size_t a = 0; a < c.axes.size(); ++a) k.push_back(fresh[a] ? 0 : reads(c.axes[a], p.at[a]));
      return k;
    };
    std::map<std::vector<std::int64_t>, std::vector<std::int64_t>> groups;
    for (std::size_t i = 0; i < in.size(); ++i)
      if (in[i].live) groups[key(in[i])].push_back(std::int64_t(i));
    for (const place& p : out) {
      live.push_back(p.live);
      sources.push_back(p.live ? groups[key(p)] : std::vector<std::int64_t>{});
    }
  }
};

template <class T>
void check(const char* called, slice_op op, T identity, const std::function<T(T, T)>& combine,
           const std::function<T(std::int64_t)>& element, unsigned seed, int cases) {
  maker make(seed);
  int accepted = 0, folded = 0;
  for (int n = 0; n < cases; ++n) {
    const reduction_case c = make.make();
    const layout_view others[] = {c.chip.value.view("Chip"), c.packet.value.view("Packet")};
    const slice_reduction of{c.slice.value.view("Slice"),
                             c.time.value.view("Time"),
                             c.out_slice.value.view("OutSlice"),
                             c.out_time.value.view("OutTime"),
                             others,
                             2};
    const slice_verdict v = verify_inter_slice(of);
    INFO(called << ": " << c.words() << describe(v).c_str());
    REQUIRE(v.broken == slice_rule::none);
    if (v.noop) continue;
    ++accepted;
    const oracle want(c, v);
    const std::int64_t count =
        positions(c.chip.value) * positions(c.slice.value) * positions(c.time.value) * positions(c.packet.value);
    const auto in = std::make_unique<T[]>(std::size_t(count));
    for (std::size_t i = 0; i < std::size_t(count); ++i) in[i] = element(std::int64_t(i) * 7 + n);
    const auto in_places = meanings({&c.chip.value, &c.slice.value, &c.time.value, &c.packet.value}, c.axes);
    T poison = T(op == slice_op::max);
    if (!std::is_same_v<T, bool>) std::memset(static_cast<void*>(&poison), 0x7e, sizeof poison);
    for (std::size_t i = 0; i < in_places.size(); ++i)
      if (!in_places[i].live) in[i] = poison;  // holes are never read
    const std::size_t outputs = want.sources.size();
    const auto out = std::make_unique<T[]>(outputs);
    std::fill(out.get(), out.get() + outputs, poison);
    detail::slice_pass p;
    static auto& plans = *new std::vector<const detail::slice_plan*>;  // they live as long as the program
    p.plan = plans.emplace_back(detail::make_slice_plan(of, v));
    p.fold = detail::fold_of(op, dtype_of<T>);
    p.in = in.get();
    p.out = out.get();
    p.positions = count;
    detail::run_slice_pass(p);
    for (std::size_t i = 0; i < outputs; ++i) {
      if (!want.live[i]) continue;
      T all = identity;
      for (const std::int64_t at : want.sources[i]) all = combine(all, in[std::size_t(at)]);
      folded += int(want.sources[i].size());
      INFO("position " << i);
      REQUIRE(std::memcmp(&all, &out[i], sizeof(T)) == 0);
    }
  }
  CHECK(accepted > cases / 2);
  CHECK(folded > cases);
}

template <class T>
T wrapped(std::int64_t x) {
  return T(std::uint64_t(x));
}

}  // namespace

TEST_CASE("Random reductions of floats are left folds in slice order", "[stream]") {
  const auto element = [](std::int64_t i) { return float(std::sin(double(i)) * 1e3); };
  check<float>(
      "f32 add", slice_op::add, 0.f, [](float a, float b) { return a + b; }, element, 1, 400);
  check<float>(
      "f32 mul", slice_op::mul, 1.f, [](float a, float b) { return a * b; }, element, 2, 150);
  const float inf = std::numeric_limits<float>::infinity();
  check<float>(
      "f32 max", slice_op::max, -inf, [](float a, float b) { return a > b ? a : b; }, element, 3, 150);
  check<double>(
      "f64 min", slice_op::min, double(inf), [](double a, double b) { return a < b ? a : b; },
      [](std::int64_t i) { return std::cos(double(i)); }, 4, 150);
}
TEST_CASE("Random reductions of integers wrap, and saturate in every step", "[stream]") {
  check<std::int32_t>(
      "i32 add", slice_op::add, 0,
      [](std::int32_t a, std::int32_t b) { return wrapped<std::int32_t>(std::int64_t(a) + b); },
      [](std::int64_t i) { return std::int32_t(std::uint64_t(i) * 0x9e3779b97f4a7c15 >> 32); }, 5, 200);
  check<std::int8_t>(
      "i8 add_sat", slice_op::add_sat, 0,
      [](std::int8_t a, std::int8_t b) { return std::int8_t(std::clamp(int(a) + b, -128, 127)); },
      [](std::int64_t i) { return std::int8_t(i * 37); }, 6, 200);
  check<std::uint16_t>(
      "u16 add_sat", slice_op::add_sat, std::uint16_t(0),
      [](std::uint16_t a, std::uint16_t b) { return std::uint16_t(std::min(int(a) + b, 65535)); },
      [](std::int64_t i) { return std::uint16_t(i * 9973); }, 7, 150);
  check<std::int64_t>(
      "i64 mul", slice_op::mul, 1,
      [](std::int64_t a, std::int64_t b) { return std::int64_t(std::uint64_t(a) * std::uint64_t(b)); },
      [](std::int64_t i) { return i * 1000003 - 77; }, 8, 100);
  check<std::int16_t>(
      "i16 mul", slice_op::mul, 1,
      [](std::int16_t a, std::int16_t b) { return wrapped<std::int16_t>(std::int64_t(a) * b); },
      [](std::int64_t i) { return std::int16_t(i * 257); }, 9, 100);
  check<std::uint8_t>(
      "u8 max", slice_op::max, std::uint8_t(0), [](std::uint8_t a, std::uint8_t b) { return std::max(a, b); },
      [](std::int64_t i) { return std::uint8_t(i * 91); }, 10, 100);
  check<std::int32_t>(
      "i32 min", slice_op::min, std::numeric_limits<std::int32_t>::max(),
      [](std::int32_t a, std::int32_t b) { return std::min(a, b); },
      [](std::int64_t i) { return std::int32_t(i * 77777 % 1001 - 500); }, 11, 100);
  check<bool>(
      "any", slice_op::max, false, [](bool a, bool b) { return a || b; }, [](std::int64_t i) { return i % 3 == 0; }, 12,
      60);
  check<bool>(
      "all", slice_op::min, true, [](bool a, bool b) { return a && b; }, [](std::int64_t i) { return i % 3 != 0; }, 13,
      60);
}
