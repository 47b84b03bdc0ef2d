#include "conformance/workflow/lint.hpp"

#include "conformance/workflow/examine.hpp"
#include "spec/json/access.hpp"

#include <fmt/core.h>

#include <algorithm>

namespace plumbline::workflow {
namespace {

void check_ids(const Node& owner, const Ledger& ledger, Problems& problems) {
    for (const Node& node : elements_at(owner, "x-ct-verifies")) {
        const std::string id = as_string(*node.value).value_or("");
        if (id.empty() || ledger.find(id)) continue;
        std::vector<std::string> known;
        for (const Requirement& requirement : ledger.requirements) known.push_back(requirement.id);
        problems.add(Severity::kError,
                     ErrorCode::kNotFound,
                     node.pointer,
                     fmt::format("the ledger has no requirement {}", id),
                     suggestion(id, known));
    }
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
