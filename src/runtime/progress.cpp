#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <tiga/runtime/progress.hpp>

namespace tiga {
namespace {

double now() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

}  // namespace

progress::progress(std::string what, std::int64_t total)
    : what_(std::move(what)), total_(std::max<std::int64_t>(1, total)), terminal_(isatty(STDERR_FILENO) != 0) {}
progress::~progress() { finish(); }

void progress::draw(std::int64_t done, const std::string& note) {
  if (terminal_) {
    constexpr std::int64_t width = 30;
    const auto full = std::size_t(std::clamp<std::int64_t>(done, 0, total_) * width / total_);
    const std::string bar = std::string(full, '#') + std::string(std::size_t(width) - full, '.');
    fmt::print(stderr, "\r{} [{}] {}/{}  {}\x1b[K", what_, bar, done, total_, note);
  } else {
    fmt::print(stderr, "{}: {}/{}{}{}\n", what_, done, total_, note.empty() ? "" : "  ", note);
  }
  std::fflush(stderr);
}
void progress::update(std::int64_t done, const std::string& note) {
  if (finished_) return;
  if (terminal_) {
    const double t = now();
    if (t - last_time_ < 0.05 && done < total_) return;
    last_time_ = t;
  } else {
    const std::int64_t tenth = done * 10 / total_;
    if (tenth == last_tenth_) return;
    last_tenth_ = tenth;
  }
  draw(done, note);
}
void progress::finish(const std::string& note) {
  if (finished_) return;
  finished_ = true;
  if (!note.empty()) draw(total_, note);
  if (terminal_) fmt::print(stderr, "\n");
}

}  // namespace tiga
