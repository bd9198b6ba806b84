#include "peer_process.hpp"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <stdexcept>

#include "inputs.hpp"

extern char** environ;

namespace bench {
namespace {

constexpr int patience_ms = 300'000;

// The child's environment: ours, its thread counts, and OpenMP workers that fall asleep within a millisecond of their
// work instead of spinning on the core where the next contender runs.
std::vector<std::string> environment(int threads) {
  const std::string n = std::to_string(threads);
  const std::vector<std::string> own{"OMP_NUM_THREADS=" + n, "MKL_NUM_THREADS=" + n,        "NUMBA_NUM_THREADS=" + n,
                                     "BENCH_THREADS=" + n,   "BENCH_DATA=" + data_path(""), "GOMP_SPINCOUNT=10000",
                                     "KMP_BLOCKTIME=1",      "PYTHONWARNINGS=ignore"};
  std::vector<std::string> all = own;
  for (char** e = environ; *e != nullptr; ++e) {
    const std::string variable = *e;
    const std::string name = variable.substr(0, variable.find('=') + 1);
    const bool ours = std::any_of(own.begin(), own.end(), [&](const std::string& o) { return o.rfind(name, 0) == 0; });
    if (!ours) all.push_back(variable);
  }
  return all;
}

std::vector<char*> pointers(std::vector<std::string>& words) {
  std::vector<char*> p;
  for (std::string& w : words) p.push_back(w.data());
  p.push_back(nullptr);
  return p;
}

// Where the C++ rivals were built: beside this program.
std::filesystem::path beside_us() { return std::filesystem::read_symlink("/proc/self/exe").parent_path() / "peers"; }

// eigen, graphblas and mkl are programs; everything else is a module of peers/serve.py. DGL has a Python of its own.
std::vector<std::string> command(const std::string& name) {
  if (name == "eigen" || name == "graphblas" || name == "mkl") return {(beside_us() / ("peer_" + name)).string()};
  const std::string python = std::string(name == "dgl" ? BENCH_VENV_DGL : BENCH_VENV) + "/bin/python";
  return {python, std::string(BENCH_PEERS) + "/serve.py", name};
}

}  // namespace

peer_process::peer_process(const std::vector<std::string>& command, int threads) {
  if (access(command[0].c_str(), X_OK) != 0) {
    throw std::runtime_error("not installed (scripts/bench-peers.sh installs rivals; then build again)");
  }
  std::signal(SIGPIPE, SIG_IGN);
  int down[2];
  int up[2];
  if (pipe2(down, O_CLOEXEC) != 0 || pipe2(up, O_CLOEXEC) != 0) throw std::runtime_error("no pipe");
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, down[0], STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, up[1], STDOUT_FILENO);
  std::vector<std::string> words = command;
  std::vector<std::string> variables = environment(threads);
  const int failed =
      posix_spawn(&child_, words[0].c_str(), &actions, nullptr, pointers(words).data(), pointers(variables).data());
  posix_spawn_file_actions_destroy(&actions);
  close(down[0]);
  close(up[1]);
  to_child_ = down[1];
  from_child_ = up[0];
  if (failed != 0) {
    child_ = -1;
    close(to_child_);
    close(from_child_);
    throw std::runtime_error(std::string("cannot start: ") + std::strerror(failed));
  }
}

peer_process::~peer_process() {
  close(to_child_);  // end of input: the child leaves by itself
  close(from_child_);
  if (child_ > 0) waitpid(child_, nullptr, 0);
}

std::string peer_process::ask(const std::string& text) {
  const std::string with_end = text + "\n";
  if (write(to_child_, with_end.data(), with_end.size()) != static_cast<ssize_t>(with_end.size())) {
    throw std::runtime_error("has died");
  }
  const std::string reply = answer();
  if (reply.rfind("skip", 0) == 0) throw std::runtime_error(reply.size() > 5 ? reply.substr(5) : "no reason given");
  return reply;
}

std::string peer_process::answer() {
  for (;;) {
    const std::size_t end = pending_.find('\n');
    if (end != std::string::npos) {
      std::string first = pending_.substr(0, end);
      pending_.erase(0, end + 1);
      return first;
    }
    pollfd ready{from_child_, POLLIN, 0};
    if (poll(&ready, 1, patience_ms) == 0) {
      kill(child_, SIGKILL);
      throw std::runtime_error("said nothing for five minutes");
    }
    char bytes[512];
    const ssize_t n = read(from_child_, bytes, sizeof bytes);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) throw std::runtime_error("has died");
    pending_.append(bytes, std::size_t(n));
  }
}

peer_set::peer_set(const options& o, std::string question, std::vector<std::string> names)
    : question_(std::move(question)) {
  for (std::string& name : names) {
    if (o.wants_peer(name)) names_.push_back(std::move(name));
  }
}

peer_set::entry& peer_set::get(const std::string& name, int threads) {
  // Rivals of another thread count leave first: each holds its own copy of the inputs.
  std::erase_if(started_, [&](const entry& e) { return e.threads != threads; });
  for (entry& e : started_) {
    if (e.name == name) return e;
  }
  entry e{name, threads, nullptr};
  try {
    e.process = std::make_shared<peer_process>(command(name), threads);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "skipped %s (%d threads): %s\n", name.c_str(), threads, error.what());
  }
  started_.push_back(std::move(e));
  return started_.back();
}

void peer_set::enter(std::vector<contender>& contenders, int threads, const std::string& arguments) {
  for (const std::string& name : names_) {
    entry& e = get(name, threads);
    if (!e.process) continue;
    try {
      e.process->ask("setup " + question_ + " " + arguments);
    } catch (const std::exception& error) {
      std::fprintf(stderr, "skipped %s (%d threads) for %s %s: %s\n", name.c_str(), threads, question_.c_str(),
                   arguments.c_str(), error.what());
      if (std::string(error.what()) == "has died") e.process = nullptr;
      continue;
    }
    const std::shared_ptr<peer_process> p = e.process;
    contenders.push_back({name, threads, [p](int calls) { return std::stod(p->ask("run " + std::to_string(calls))); },
                          [p] { return std::stod(p->ask("checksum")); }});
  }
}

}  // namespace bench
