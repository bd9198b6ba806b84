#pragma once
#include <tiga/tensor/dtype.hpp>
