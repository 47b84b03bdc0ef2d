#pragma once
// What the result of a shard says about the whole run.

#include <string>
#include <vector>

namespace plumbline::reports {

/// The scenarios that check a requirement, selected for the run or not.
struct PlannedCheck {
    std::string requirement;  ///< ledger id
    std::vector<std::string> scenarios;

    bool operator==(const PlannedCheck&) const = default;
};

/// Which part of a run a result is, and what a merge of all parts needs to judge them together.
struct ShardRecord {
    int number = 1;  ///< from 1
    int count = 1;
    std::string suites{};                  ///< digest of the suites and API documents
    bool strict = false;                   ///< violated assumptions are failures (--strict)
    std::vector<std::string> scenarios{};  ///< all of the run, in its order
    std::vector<PlannedCheck> planned{};

    bool operator==(const ShardRecord&) const = default;
};

}  // namespace plumbline::reports
