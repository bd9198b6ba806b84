#include <fmt/format.h>

#include <algorithm>
#include <tiga/nn/bundle.hpp>
#include <tiga/runtime/error.hpp>

namespace tiga::nn::detail {

std::string path_text(const std::string& above, name member) {
  text t;
  t << member;
  return above.empty() ? std::string(t.c_str()) : above + "." + t.c_str();
}

std::string summary_text(const std::vector<std::pair<std::string, std::string>>& leaves, std::int64_t count) {
  std::size_t width = 0;
  for (const auto& [path, layout] : leaves) width = std::max(width, path.size());
  std::string all;
  for (const auto& [path, layout] : leaves) all += fmt::format("{:<{}}  {}\n", path, width, layout);
  return all + fmt::format("{} parameters\n", count);
}

void save_parameters(const std::string& path, const std::vector<npz_entry>& all) { save_npz(path, all); }

std::vector<npz_entry> load_parameters(const std::string& path, const std::vector<std::string>& names) {
  const std::vector<npz_entry> read = load_npz(path);
  std::vector<npz_entry> all;
  for (const std::string& name : names) {
    const auto at = std::find_if(read.begin(), read.end(), [&](const npz_entry& e) { return e.name == name; });
    if (at == read.end())
      fail(fmt::format("{}: no array is called {}; there are {}", path, name, [&] {
        std::string there;
        for (const npz_entry& e : read) there += (there.empty() ? "" : ", ") + e.name;
        return there.empty() ? std::string("none") : there;
      }()));
    all.push_back(*at);
  }
  for (const npz_entry& e : read)
    if (std::find(names.begin(), names.end(), e.name) == names.end())
      fail(fmt::format("{}: the array {} belongs to none of the parameters", path, e.name));
  return all;
}

}  // namespace tiga::nn::detail
