#include "conformance/app/requirement_page.hpp"

#include "spec/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace plumbline::app {
namespace {

constexpr std::size_t kMaxFaults = 3;

/// Returns a text without what Markdown would read as a table or as markup.
std::string cell(std::string_view text) {
    std::string escaped;
    for (const char each : text) {
        if (each == '|' || each == '*' || each == '<' || each == '_') escaped += '\\';
        escaped += each;
    }
    return escaped;
}

/// Returns whether the contract generates valid and refused requests from the requirement.
bool has_generated_cases(const RequirementSources& sources, const std::string& id) {
    const auto checks = sources.checks.find(id);
    return checks != sources.checks.end() &&
           std::ranges::any_of(checks->second, [](const std::string& check) {
               return check.starts_with("rule: ") || check.starts_with("contract: ");
           });
}

/// Returns the names, at most kMaxFaults of them, and how many more there are.
std::string first_of(std::vector<std::string> names) {
    const std::size_t more = names.size() > kMaxFaults ? names.size() - kMaxFaults : 0;
    names.resize(names.size() - more);
    return join(names, ", ") + (more == 0 ? "" : fmt::format(" and {} more", more));
}

std::string row_of(const RequirementSources& sources, const Requirement& row) {
    const bool is_checkable = row.checkable != Checkability::kNo;
    const auto need = sources.needs.find(row.id);
    const std::string what = !is_checkable                 ? "not checkable: " + row.reason
                             : need == sources.needs.end() ? "nothing"
                                                           : std::string(to_text(need->second));
    return fmt::format("| {} | {} | {} | {} | {} |\n",
                       row.id,
                       cell(row.statement),
                       to_text(row.basis),
                       cell(what),
                       is_checkable ? cell(broken_by(sources, row.id)) : "");
}

}  // namespace

std::string broken_by(const RequirementSources& sources, const std::string& id) {
    std::string text;
    if (const auto found = sources.faults.find(id); found != sources.faults.end())
        text = first_of(found->second);
    if (has_generated_cases(sources, id))
        text += text.empty() ? "generated cases" : "; generated cases";
    return text;
}

void write_requirement_page(const RequirementSources& sources,
                            const std::vector<std::string>& areas,
                            std::ostream& out) {
    out << "# Requirements\n\n"
           "The rows of the ledger (`spec/documents/ledger.yaml`), as `plumbline list "
           "--requirements --format markdown` writes\n"
           "them. [glossary.md](glossary.md#openapi-and-the-contract) defines the bases. *Needs*: "
           "what a target has to offer, or to\n"
           "allow, for a check. *Broken by*: the faults of the mock that show that the check "
           "fails, and *generated cases*, which\n"
           "send refused requests beside accepted ones.\n";
    std::string heading;
    for (const Requirement& row : sources.ledger.requirements) {
        if (!areas.empty() && std::ranges::find(areas, row.area) == areas.end()) continue;
        if (std::string own = row.area + ": " + row.section; own != heading) {
            heading = std::move(own);
            out << "\n## " << heading
                << "\n\n| id | statement | basis | needs | broken by |\n|---|---|---|---|---|\n";
        }
        out << row_of(sources, row);
    }
}

}  // namespace plumbline::app
