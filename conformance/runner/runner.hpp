#pragma once
// The public interface of the runner; begin with run_suites in run.hpp. Besides: what a target
// permits and which inputs it has (access/), tokens, waits for a busy target, the rate limit,
// clean-up, groups of scenarios, and the mock's worlds that have a scenario's inputs.

#include "conformance/runner/access/found_inputs.hpp"
#include "conformance/runner/access/input_places.hpp"
#include "conformance/runner/access/permission.hpp"
#include "conformance/runner/access/scenario_needs.hpp"
#include "conformance/runner/access/target_mask.hpp"
#include "conformance/runner/access_token.hpp"
#include "conformance/runner/busy_target.hpp"
#include "conformance/runner/call_wrappers.hpp"
#include "conformance/runner/cleanup_tracker.hpp"
#include "conformance/runner/rate_limiter.hpp"
#include "conformance/runner/run.hpp"
#include "conformance/runner/scenario_groups.hpp"
#include "conformance/runner/stall_history.hpp"
#include "conformance/runner/worlds.hpp"
