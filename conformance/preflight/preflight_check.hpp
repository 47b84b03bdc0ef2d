#pragma once
// The outcome of the checks of a target.

#include <string>
#include <vector>

namespace plumbline::preflight {

enum class CheckOutcome {
    kOk,
    kWarning,     ///< a run is possible, with a limit or a risk
    kFailed,      ///< a run of the area would not test the service
    kNotChecked,  ///< for the reason in `detail`
};

/// Returns `ok`, `warning`, `failed` or `not checked`.
[[nodiscard]] std::string_view to_text(CheckOutcome outcome);

/// Why a check failed, which decides what a run does.
enum class CheckFailure {
    kNone,
    kUnreachable,  ///< no connection, or a gateway answers for the service: exit code 3
    kSetup,        ///< a URL, key or tenant is wrong: exit code 2
    kNotServed,    ///< the API of the area is not at this URL, which others may share: exit code 2
};

/// One check of one area of a target.
struct PreflightCheck {
    std::string name{};  ///< `tls`, `credentials`, ...
    std::string area{};
    CheckOutcome outcome = CheckOutcome::kOk;
    std::string detail{};  ///< what was found
    std::string remedy{};  ///< what to do, "" if nothing
    CheckFailure failure = CheckFailure::kNone;
    std::string found_url{};  ///< where the API was found instead, "" if it was not
};

}  // namespace plumbline::preflight
