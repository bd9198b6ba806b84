#include <string>
#include <tiga/program/value.hpp>
#include <tiga/program/whole.hpp>
#include <tiga/runtime/error.hpp>

namespace tiga::detail {

void check_parameters(const node* nodes, int count, const port_table& table, const runtime::row_args& a,
                      std::uint32_t beyond, bool named) {
  for (int i = 0; i < count; ++i) {
    const node& n = nodes[i];
    if (n.code != op::cast || is_weak(n.type) || !is_integer(n.type)) continue;
    const node& from = nodes[n.a];
    if (from.code != op::parameter || from.type != weak_int) continue;
    const port& p = table.ports[from.port];
    const std::int64_t number = a.param[p.argument].i;
    const bool is_beyond = beyond >> p.argument & 1u;
    if (is_beyond ? n.type == dtype::u64 : holds(n.type, number) && (n.type != dtype::u64 || number >= 0)) continue;
    text t;
    if (named) t << "parameter " << p.id << ": ";
    fail((named ? std::string(t.c_str()) : std::string("elementwise: ")) + "the number " +
         (is_beyond ? std::to_string(std::uint64_t(number)) : std::to_string(number)) + " does not fit in " +
         dtype_name(n.type));
  }
}

}  // namespace tiga::detail
