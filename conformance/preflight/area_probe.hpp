#pragma once
// The checks of one area of a target.

#include "conformance/preflight/preflight_check.hpp"
#include "conformance/preflight/probe_client.hpp"
#include "conformance/runner/runner.hpp"
#include "spec/base/clock.hpp"
#include "spec/contract/contract.hpp"
#include "spec/json/json_fwd.hpp"

#include <string>
#include <vector>

namespace plumbline::preflight {

/// What the checks of an area have to know about the run.
struct AreaCheckOptions {
    bool shares_url = false;  ///< other areas have the same base URL: it may be wrong for this one
    bool needs_key = true;    ///< a selected scenario needs an API key
};

/// The checks of one area, and the list that they have read; null if they have read none.
struct AreaResult {
    std::vector<PreflightCheck> checks;
    SharedJson list;
};

/// Makes the checks of one area at its base URL.
[[nodiscard]] AreaResult check_area(const ApiDocument& document,
                                    const runner::Target& target,
                                    const AreaCheckOptions& options,
                                    ProbeClient& probe,
                                    const Clock& clock);

/// Runs a stateless agent run and checks whether its events arrive while they are sent.
[[nodiscard]] PreflightCheck check_stream_buffering(const runner::Target& target,
                                                    ProbeClient& probe);

}  // namespace plumbline::preflight
