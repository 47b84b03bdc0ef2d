#pragma once
// Marks exchanges that cannot be repeated because the run has deleted their record.

#include "reports/result.hpp"

#include <vector>

namespace plumbline::runner {

/// Sets `record_deleted` of exchanges whose URL is that of a successful DELETE of the run, or below
/// it: the command that repeats them gets 404. Not of those that got 404 or 410 themselves, or no
/// response.
void mark_deleted_records(std::vector<reports::ScenarioResult>& scenarios);

}  // namespace plumbline::runner
