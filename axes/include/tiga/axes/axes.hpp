// The algebra of axes and mappings. Standard library only; host and device.
#pragma once
#include "arithmetic.hpp"
#include "axis.hpp"
#include "digits.hpp"
#include "equivalence.hpp"
#include "factor.hpp"
#include "mapping.hpp"
#include "name.hpp"
#include "position.hpp"
#include "refusal.hpp"
#include "render.hpp"
#include "text.hpp"
