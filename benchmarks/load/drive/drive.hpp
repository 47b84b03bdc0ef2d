#pragma once
// The interface of the module: arrival schedules, levels, sweeps, transports, verdicts.

#include "benchmarks/load/drive/arrival_schedule.hpp"
#include "benchmarks/load/drive/drive_level.hpp"
#include "benchmarks/load/drive/load_stages.hpp"
#include "benchmarks/load/drive/response_tracker.hpp"
#include "benchmarks/load/drive/sweep.hpp"
#include "benchmarks/load/drive/transport.hpp"
#include "benchmarks/load/drive/verdict.hpp"
