#pragma once
// The public interface of the runner: runs, scenario groups, worlds and limits.

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
