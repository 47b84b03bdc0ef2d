#pragma once
// Known deviations of an attempt, and how they affect what is played next: a step that fails only
// in a known way counts as succeeded, so that the rest of the scenario is checked.

#include "conformance/runner/attempt/attempt.hpp"
#include "conformance/runner/attempt/missing_values.hpp"

#include <string>

namespace plumbline::runner {

/// Applies the run's known deviations to the findings of a complete attempt. Then skips the checks,
/// or the request, for which a value is missing because of an earlier known deviation; an attempt
/// without request is marked as aborted.
void apply_deviations(const RunContext& run,
                      const std::string& scenario,
                      const MissingValues& missing,
                      Attempt& attempt);

/// Returns whether the request of an attempt, or the call of its workflow, lacks a value.
[[nodiscard]] bool is_blocked(const Attempt& attempt);

/// Returns whether an attempt has a known deviation or a check that one has left without its value:
/// then its response may lack what later steps need.
[[nodiscard]] bool has_deviated(const Attempt& attempt);

/// Why an attempt that did not succeed may count as succeeded.
enum class ExcuseLevel {
    kNone,       ///< a check failed that no known deviation covers, there was nothing to check, or
                 ///< the target's data does not meet a precondition
    kDeviation,  ///< every failed check is a known deviation; a retry may still avoid it
    kMissing,    ///< no check failed: values are missing, and no retry changes that
};
[[nodiscard]] ExcuseLevel excuse_of(const workflow::Step& step, const Attempt& attempt);

/// Counts an attempt with an excuse as succeeded; what its other criteria check is verified.
void accept_attempt(Attempt& attempt);

}  // namespace plumbline::runner
