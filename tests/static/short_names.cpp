// Users have short names of their own at namespace scope, and -Wshadow: including tiga warns of none.
[[maybe_unused]] static int i, j, k, n, x, y, z, e, f, g, h, t, s, p, q, r, a, b, c, d, v, w, l, u, o;
[[maybe_unused]] static double size, rank, count, begin, end, first, last, next, path, name, from, to, rows, value;

#include <tiga/format.hpp>
#include <tiga/nn/bundle.hpp>
#include <tiga/nn/dataset.hpp>
#include <tiga/nn/dropout.hpp>
#include <tiga/nn/loss.hpp>
#include <tiga/tensor/activation.hpp>
#include <tiga/tiga.hpp>
