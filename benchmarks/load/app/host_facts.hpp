#pragma once
// The machine that a load ran on, as results tell it.

#include "benchmarks/load/result/result.hpp"

namespace plumbline::load {

/// What cannot be found out is left empty.
[[nodiscard]] Host host_facts();

}  // namespace plumbline::load
