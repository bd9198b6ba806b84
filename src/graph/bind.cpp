// The run-time half of binding fields: what the compiler could not know is checked here, once.
#include <string>
#include <tiga/graph/message_passing/run.hpp>
#include <tiga/runtime/error.hpp>
#include <tiga/runtime/parallel.hpp>

namespace tiga::detail {
namespace {

std::string text_of(name n) {
  text t;
  t << n;
  return t.c_str();
}
std::string text_of(const factor& f) {
  text t;
  t << f;
  return t.c_str();
}

struct degree_array {
  buffer data;
  explicit degree_array(const csr& rows) : data(buffer::allocate(std::size_t(rows.rows) * sizeof(float))) {
    float* const d = static_cast<float*>(data.data());
    runtime::parallel(rows.rows, 1 << 14, [&](std::int64_t begin, std::int64_t end) {
      for (std::int64_t i = begin; i < end; ++i) d[i] = float(rows.degree(i));
    });
  }
};

}  // namespace

void bind_field(bound_values& v, const port_table& table, int p, buffer storage, const void* first,
                const std::int64_t* extents, int rank, std::int64_t rows, std::int64_t size, const tape_ptr& node) {
  const port& f = table.ports[p];
  const std::string who = std::string(side_name(f.side)) + "[" + text_of(f.id) + "]";
  if (extents[0] != rows)
    fail(who + " has " + std::to_string(extents[0]) + " rows along axis " + text_of(f.lead) + ", but the graph has " +
         std::to_string(rows) +
         (f.side == side::edge     ? " edges"
          : f.side == side::source ? " sources"
                                   : " destinations"));
  for (int i = 1; i < rank; ++i) {
    const int k = axis_at(f.items, i - 1);
    if (v.axis_known[k] && v.args.axis_size[k] != extents[i])
      fail("axis " + text_of(table.axes.axes[k]) + " has size " + std::to_string(extents[i]) + " in " + who + " and " +
           std::to_string(v.args.axis_size[k]) + " in the field " + text_of(v.axis_from[k]));
    v.axis_known[k] = true;
    v.axis_from[k] = f.id;
    v.args.axis_size[k] = extents[i];
  }
  const int n = v.inputs++;
  // a field without elements is read, and the number thrown away, where a program gives results without items
  static const double nothing[16] = {};
  v.args.in[n] = size > 0 ? first : nothing + 8;
  v.storage[n] = static_cast<buffer&&>(storage);
  v.input_size[n] = size;
  v.input_node[n] = node;
}

void bind_scalar(bound_values& v, const port_table& table, name id, double f, std::int64_t i, bool beyond,
                 const tape_ptr& node, dtype type) {
  const port& p = table.ports[table.find(side::none, id)];
  if (p.type == weak_int)
    v.args.param[p.argument].i = i;
  else
    v.args.param[p.argument].f = f;
  if (beyond) v.beyond |= 1u << p.argument;
  v.parameter_node[p.argument] = node;
  v.parameter_type[p.argument] = type;
  ++v.parameters;
}

void use_rows(runtime::row_args& a, const csr& rows) {
  a.ptr = rows.ptr;
  if (rows.wide())
    runtime::set_ids(a, rows.idx64, rows.eid64);
  else
    runtime::set_ids(a, rows.idx, rows.eid);
}

const float* degrees_of(const csr& rows) {
  return static_cast<const float*>(tiga::kept<degree_array>(rows).data.data());
}

buffer total(dtype type, const double* x, std::int64_t count) {
  return filled(type, 1, *static_cast<const double*>(sum_of(dtype::f64, x, count).data()));
}

}  // namespace tiga::detail
