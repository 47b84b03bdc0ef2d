#pragma once
// The requirements as a page: docs/requirements.md.

#include "conformance/app/requirement_checks.hpp"
#include "spec/contract/contract.hpp"

#include <map>
#include <ostream>
#include <string>
#include <vector>

namespace plumbline::app {

/// The ledger and what is known about its rows, by requirement id. Borrowed.
struct RequirementSources {
    const Ledger& ledger;
    const RequirementChecks& checks;
    const std::map<std::string, RequirementNeed>& needs;
    const std::map<std::string, std::vector<std::string>>& faults;
};

/// Writes the requirements of these areas (all if empty) as Markdown: a table for each section.
void write_requirement_page(const RequirementSources& sources,
                            const std::vector<std::string>& areas,
                            std::ostream& out);

/// Returns by what a requirement is shown to be broken: faults, or cases generated from a rule or a
/// location of the contract. Empty if by nothing.
[[nodiscard]] std::string broken_by(const RequirementSources& sources, const std::string& id);

}  // namespace plumbline::app
