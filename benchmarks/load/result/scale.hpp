#pragma once
// What a figure of a condition is measured in.

#include "benchmarks/load/result/condition_text.hpp"
#include "spec/base/result.hpp"

#include <string>

namespace plumbline::load {

/// kTime is in ns; of kShare and kCores, 1 is all and one.
enum class Scale { kTime, kShare, kRate, kCount, kCores };

/// Returns a quantity as a figure of this scale has it. Errors: kSyntax (a unit that does not fit,
/// a time without one), in `text`.
[[nodiscard]] Result<double> limit_of(const Quantity& quantity,
                                      Scale scale,
                                      const ConditionText& text);

/// Returns a value as messages show it, e.g. `12.3 ms`, `0.12%`, `480/s`.
[[nodiscard]] std::string scaled_text(double value, Scale scale);

}  // namespace plumbline::load
