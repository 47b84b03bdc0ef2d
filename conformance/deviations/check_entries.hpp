#pragma once
// Checks that entries name what exists.

#include "conformance/deviations/read_entries.hpp"
#include "spec/base/result.hpp"
#include "spec/contract/contract.hpp"

#include <functional>
#include <string>
#include <vector>

namespace plumbline::deviations {

/// The names of scenarios that a glob can match.
struct ScenarioNames {
    std::vector<std::string> loaded;  ///< of the run
    /// Returns the names of further known scenarios; called only for a glob that matches no loaded
    /// one. May be empty.
    std::function<Result<std::vector<std::string>>()> others{};
    /// Returns what a user may have meant by a glob, as the end of a sentence. May be empty.
    std::function<std::string(const std::string& glob, const std::vector<std::string>& names)>
        suggestion{};
};

/// Checks each entry: its requirement is in the ledger, its scenario matches at least one name, and
/// findings with its code can be covered. Errors: kNotFound, with file:line:column and the nearest
/// known name; those of `others`.
[[nodiscard]] Result<void> check_entries(const WrittenEntries& entries,
                                         const Ledger& ledger,
                                         const ScenarioNames& scenarios);

}  // namespace plumbline::deviations
