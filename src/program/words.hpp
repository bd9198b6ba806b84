// The words of captured programs.
#pragma once
#include <string>
#include <tiga/program/value.hpp>

namespace tiga::detail {

std::string str(const text&);
std::string str(name);
std::string axes_text(const port_table&, item_axes);  // "[F]"; nothing where there are none
std::string type_text(dtype);
std::string word(op);
std::string leaf_text(const node&, const port_table&);

}  // namespace tiga::detail
