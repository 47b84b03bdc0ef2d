#include "conformance/workflow/lint.hpp"

#include "conformance/workflow/examine.hpp"
#include "spec/json/access.hpp"

#include <fmt/core.h>

#include <algorithm>

namespace plumbline::workflow {
namespace {

/// Returns the requirement with this id; notes it if the ledger has none.
const Requirement* find_id(const Node& node, const Ledger& ledger, Problems& problems) {
    const std::string id = as_string(*node.value).value_or("");
    const Requirement* found = ledger.find(id);
    if (id.empty() || found) return found;
    std::vector<std::string> known;
    for (const Requirement& requirement : ledger.requirements) known.push_back(requirement.id);
    problems.add(Severity::kError,
                 ErrorCode::kNotFound,
                 node.pointer,
                 fmt::format("the ledger has no requirement {}", id),
                 suggestion(id, known));
    return nullptr;
}

void check_ids(const Node& owner, const Ledger& ledger, Problems& problems) {
    for (const Node& node : elements_at(owner, "x-ct-verifies"))
        (void)find_id(node, ledger, problems);
}

/// What a criterion tells must be something that the description contradicts itself in.
void check_telling(const Node& criterion, const Ledger& ledger, Problems& problems) {
    const Json* telling = member(*criterion.value, "x-ct-observe");
    const Json* id = telling ? member(*telling, "requirement") : nullptr;
    if (!id) return;
    const Node node = criterion.child("x-ct-observe", *telling).child("requirement", *id);
    const Requirement* requirement = find_id(node, ledger, problems);
    if (!requirement || !requirement->contradiction.empty()) return;
    problems.add(Severity::kError,
                 ErrorCode::kInvalid,
                 node.pointer,
                 fmt::format("the ledger knows no contradiction in {}", requirement->id),
                 "observe an open question in the step's own `x-ct-observe`, or give the "
                 "requirement `contradiction: {values: [...]}`");
}

/// Notes requirement ids that the ledger does not have.
std::vector<Problem> check_ledger(const Document& document, const Ledger& ledger) {
    Problems problems(document);
    const Node root{document.root.get(), ""};
    for (const Node& workflow : elements_at(root, "workflows")) {
        for (const Node& step : elements_at(workflow, "steps")) {
            check_ids(step, ledger, problems);
            for (const Node& criterion : elements_at(step, "successCriteria")) {
                check_ids(criterion, ledger, problems);
                check_telling(criterion, ledger, problems);
            }
        }
    }
    return problems.sorted();
}

/// Notes steps that name requirements which none of their criteria counts for: nothing that the
/// suite says has judged them.
std::vector<Problem> check_claims(const Document& document) {
    Problems problems(document);
    const Node root{document.root.get(), ""};
    for (const Node& workflow : elements_at(root, "workflows")) {
        for (const Node& step : elements_at(workflow, "steps")) {
            const auto claims = elements_at(step, "x-ct-verifies");
            const auto criteria = elements_at(step, "successCriteria");
            const bool all_name_their_own =
                std::all_of(criteria.begin(), criteria.end(), [](const Node& criterion) {
                    return !elements_at(criterion, "x-ct-verifies").empty();
                });
            if (claims.empty() || criteria.empty() || !all_name_their_own) continue;
            problems.add(Severity::kWarning,
                         ErrorCode::kInvalid,
                         step.pointer + "/x-ct-verifies",
                         "no criterion counts for the step's requirements: each names its own",
                         "name them at the criterion that judges them, or leave them out");
        }
    }
    return problems.sorted();
}

}  // namespace

Diagnosis lint_suite(const Document& document, const SourceLoader& sources, const Ledger* ledger) {
    std::vector<Problem> problems = examine(document, sources).problems;
    for (Problem& problem : check_claims(document)) problems.push_back(std::move(problem));
    if (ledger) {
        for (Problem& problem : check_ledger(document, *ledger))
            problems.push_back(std::move(problem));
    }
    Diagnosis diagnosis;
    for (Problem& problem : problems) {
        const bool error =
            problem.severity == Severity::kError || problem.severity == Severity::kRefused;
        (error ? diagnosis.errors : diagnosis.warnings).push_back(std::move(problem.error));
    }
    return diagnosis;
}

}  // namespace plumbline::workflow
