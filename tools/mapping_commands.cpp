#include "mapping_commands.hpp"

#include <algorithm>
#include <memory>

#include "commands.hpp"

namespace tiga::tool {
namespace {

void add_layout(CLI::App& app, std::function<int()>& command) {
  const auto r = std::make_shared<layout_request>();
  CLI::App* layout_of = app.add_subcommand("layout", "Print and draw what the positions of a layout mean");
  layout_of->add_option("--axes", r->axes, "names and sizes: \"A=512 R=4\"");
  layout_of->add_option("LAYOUT", r->layout, "a layout: \"m![A / 8, R]\"")->required();
  layout_of->add_option("--svg", r->svg, "draw the positions, an .svg");
  layout_of->add_option("--time", r->time, "LAYOUT is that of the slices, this one of the time steps");
  layout_of->add_option("--packet", r->packet, "LAYOUT is that of the slices, this one of what is inside a packet");
  layout_of->footer(
      "Examples:\n"
      "  tiga layout --axes \"A=512 R=4\" \"m![A / 8, R]\"\n"
      "  tiga layout --axes \"A=3\" \"A # 4\" --svg layout.svg\n"
      "  tiga layout --axes \"W=4 T=3 P=2\" W --time T --packet P --svg stream.svg");
  layout_of->callback([r, &command] { command = [r] { return layout(*r); }; });
}

void add_reduce_check(CLI::App& app, std::function<int()>& command) {
  const auto r = std::make_shared<reduce_request>();
  const auto jsonl = std::make_shared<std::string>();
  CLI::App* check = app.add_subcommand("reduce-check", "Tell whether an inter-slice reduction follows the rules");
  CLI::Option* const lines = check->add_option("--jsonl", *jsonl, "check a file, one reduction a line");
  const auto one = [&](CLI::Option* o) { o->excludes(lines); };
  one(check->add_option("--axes", r->axes, "names and sizes: \"A=512 R=4\""));
  one(check->add_option("--slice", r->slice, "the slices before"));
  one(check->add_option("--time", r->time, "the time steps before")->capture_default_str());
  one(check->add_option("--out-slice", r->out_slice, "the slices after"));
  one(check->add_option("--out-time", r->out_time, "the time steps after")->capture_default_str());
  one(check->add_option("--others", r->others, "layouts that stay: of chips, clusters and packets"));
  one(check->add_option("--draw", r->draw, "draw one group of slices before and after, an .svg"));
  check->add_flag("--strict", r->strict, "with the limits of the hardware: 64, 128 or 256 slices, powers of two");
  check->footer(
      "Examples:\n"
      "  tiga reduce-check --axes \"A=512 R=4\" --slice \"A / 8, R\" --out-slice \"A / 8, 1 # 4\"\n"
      "  tiga reduce-check --axes \"W=2 R=4 V=4\" --slice \"W, R\" --time V --out-slice \"W, V\" --draw group.svg\n"
      "  tiga reduce-check --jsonl reductions.jsonl\n"
      "Exit status: 0 accepted, 1 refused, 2 no verdict.");
  check->callback([r, jsonl, lines, &command] {
    const bool file = lines->count() > 0;
    command = [r, jsonl, file] { return file ? reduce_check_lines(*jsonl, r->strict) : reduce_check(*r); };
  });
}

}  // namespace

void add_mapping_commands(CLI::App& app, std::function<int()>& command) {
  add_layout(app, command);
  add_reduce_check(app, command);
}

std::vector<std::string> arguments_of(int argc, char** argv) {
  std::vector<std::string> words(argv + std::min(argc, 1), argv + argc);
  bool list = false;
  for (std::string& word : words) {
    if (word.starts_with("--")) list = word == "--others";
    if (list && word.starts_with("[")) word.insert(0, " ");
    if (word.starts_with("--others=[")) word.insert(9, " ");
  }
  return words;
}

}  // namespace tiga::tool
