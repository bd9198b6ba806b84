// Streams: elements laid out over the slices of a machine, passes over them, and their gradients.
#pragma once
#include <tiga/stream/gradient.hpp>
#include <tiga/stream/pass.hpp>
#include <tiga/stream/value.hpp>
