#pragma once
// The scales of figures in conditions.

#include "benchmarks/load/result/conditions/condition_scanner.hpp"
#include "spec/base/result.hpp"

#include <string>

namespace plumbline::load {

/// kTime is in ns; for kShare 1 is 100 %, for kCores one core.
enum class FigureScale { kTime, kShare, kRate, kCount, kCores };

/// Converts a quantity to a scale. Errors: kSyntax (a wrong unit, or a time without one), in
/// `text`.
[[nodiscard]] Result<double> to_scale(const ConditionQuantity& quantity,
                                      FigureScale scale,
                                      const ConditionScanner& text);

/// Returns a value as shown in messages, e.g. `12.3 ms`, `0.12%`, `480/s`.
[[nodiscard]] std::string scaled_text(double value, FigureScale scale);

}  // namespace plumbline::load
