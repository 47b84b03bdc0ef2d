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

void check_ids(const Node& owner,
               const Ledger& ledger,
               Problems& problems,
               std::string_view key = "x-ct-verifies") {
    for (const Node& node : elements_at(owner, key)) (void)find_id(node, ledger, problems);
}

/// Returns the rules that a step has for the events of its stream.
std::vector<Node> event_rules(const Node& step) {
    const Json* sse = member(*step.value, "x-ct-sse");
    if (!sse) return {};
    return elements_at(step.child("x-ct-sse", *sse), "events");
}

/// A value is told of something that the description contradicts itself in.
void check_observations(const Node& step, const Ledger& ledger, Problems& problems) {
    for (const Node& observation : elements_at(step, "x-ct-observe")) {
        const Json* question = member(*observation.value, "question");
        if (!question || !member(*observation.value, "value")) continue;
        const Node node = observation.child("question", *question);
        const Requirement* requirement = find_id(node, ledger, problems);
        if (!requirement || !requirement->contradiction.empty()) continue;
        problems.add(Severity::kError,
                     ErrorCode::kInvalid,
                     node.pointer,
                     fmt::format("the ledger knows no contradiction in {}", requirement->id),
                     "ask an open question with a `condition:`, or give the requirement "
                     "`contradiction: {values: [...]}`");
    }
}

/// Notes requirement ids that the ledger does not have.
std::vector<Problem> check_ledger(const Document& document, const Ledger& ledger) {
    Problems problems(document);
    const Node root{document.root.get(), ""};
    for (const Node& workflow : elements_at(root, "workflows")) {
        for (const Node& step : elements_at(workflow, "steps")) {
            check_ids(step, ledger, problems);
            check_observations(step, ledger, problems);
            for (const Node& criterion : elements_at(step, "successCriteria")) {
                check_ids(criterion, ledger, problems);
            }
            for (const Node& rule : event_rules(step))
                check_ids(rule, ledger, problems, "verifies");
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
            // What is asked of a stream as a whole counts for the step.
            if (member(*step.value, "x-ct-sse")) continue;
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

std::vector<Problem> lint_one(Examined examined, const Ledger* ledger) {
    std::vector<Problem> problems = std::move(examined.problems);
    const Document& document = *examined.document;
    for (Problem& problem : check_claims(document)) problems.push_back(std::move(problem));
    if (ledger) {
        for (Problem& problem : check_ledger(document, *ledger))
            problems.push_back(std::move(problem));
    }
    return problems;
}

}  // namespace

std::vector<Problem> lint_suite(const Document& document,
                                const SourceLoader& sources,
                                const Ledger* ledger) {
    return lint_all({lend(document)}, {sources}, ledger).front().problems;
}

std::vector<Linted> lint_all(const std::vector<SharedDocument>& documents,
                             const Loaders& loaders,
                             const Ledger* ledger) {
    std::vector<Linted> linted;
    for (Examined& examined : examine(documents, loaders)) {
        const SharedDocument document = examined.document;
        linted.push_back({document, lint_one(std::move(examined), ledger)});
    }
    return linted;
}

}  // namespace plumbline::workflow
