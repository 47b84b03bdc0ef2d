#pragma once
// The stages of a load on the command line.

#include "benchmarks/load/drive/drive.hpp"
#include "spec/base/result.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace plumbline::load {

/// The value of --stages.
struct StagePlan {
    std::vector<LoadStage> stages{};
    bool is_rate = false;  ///< requests per second, otherwise requests in flight
    std::string text{};    ///< as written
};

/// Parses `TIME:LOAD,...`: `10s:50/s,1m:50/s,10s:0` for rates, `10s:5,60s:50` for requests in
/// flight. The load changes linearly to each LOAD, at first from 0. Errors: kSyntax (with the
/// number of the stage; rates beside requests in flight; no load at all, less than 1 ms or more
/// than a day).
[[nodiscard]] Result<StagePlan> parse_stages(std::string_view text);

}  // namespace plumbline::load
