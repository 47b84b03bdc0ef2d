#include "conformance/workflow/lint.hpp"

#include "conformance/workflow/examine.hpp"
#include "spec/json/access.hpp"

#include <fmt/core.h>

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

}  // namespace

Diagnosis lint_suite(const Document& document, const SourceLoader& sources, const Ledger* ledger) {
    std::vector<Problem> problems = examine(document, sources).problems;
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
