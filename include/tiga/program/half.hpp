#pragma once
#include <tiga/tensor/half.hpp>
