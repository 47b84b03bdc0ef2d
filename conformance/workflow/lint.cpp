#include "conformance/workflow/lint.hpp"

#include "conformance/workflow/documents/read_documents.hpp"
#include "conformance/workflow/requirement_lint.hpp"
#include "spec/json/access.hpp"

#include <fmt/core.h>

namespace plumbline::workflow {
namespace {

/// Returns the requirement with this id; reports a problem if the ledger has none.
const Requirement* find_requirement(const DocumentNode& node,
                                    const Ledger& ledger,
                                    ProblemCollector& problems) {
    const std::string id = as_string(*node.value).value_or("");
    const Requirement* found = ledger.find(id);
    if (id.empty() || found) return found;
    std::vector<std::string> known;
    for (const Requirement& requirement : ledger.requirements) known.push_back(requirement.id);
    problems.add(ProblemSeverity::kError,
                 ErrorCode::kNotFound,
                 node.pointer,
                 fmt::format("the ledger has no requirement {}", id),
                 suggestion(id, known));
    return nullptr;
}

void check_requirement_ids(const DocumentNode& owner,
                           const Ledger& ledger,
                           ProblemCollector& problems,
                           std::string_view key = "x-ct-verifies") {
    for (const DocumentNode& node : elements_at(owner, key))
        (void)find_requirement(node, ledger, problems);
}

/// Returns the rules of a step for the events of its stream.
std::vector<DocumentNode> event_rules(const DocumentNode& step) {
    const Json* sse = member(*step.value, "x-ct-sse");
    if (!sse) return {};
    return elements_at(step.child("x-ct-sse", *sse), "events");
}

/// Reports unknown ids of the rules about a stream as a whole.
void check_stream_requirement_ids(const DocumentNode& step,
                                  const Ledger& ledger,
                                  ProblemCollector& problems) {
    const Json* sse = member(*step.value, "x-ct-sse");
    const Json* verifies = sse ? member(*sse, "verifies") : nullptr;
    if (!verifies) return;
    const DocumentNode owner = step.child("x-ct-sse", *sse).child("verifies", *verifies);
    for (const DocumentMember& rule : members(owner))
        check_requirement_ids(owner, ledger, problems, rule.key);
}

/// Reports an observed value whose requirement has no contradiction in the ledger.
void check_observations(const DocumentNode& step,
                        const Ledger& ledger,
                        ProblemCollector& problems) {
    for (const DocumentNode& observation : elements_at(step, "x-ct-observe")) {
        const Json* question = member(*observation.value, "question");
        if (!question || !member(*observation.value, "value")) continue;
        const DocumentNode node = observation.child("question", *question);
        const Requirement* requirement = find_requirement(node, ledger, problems);
        if (!requirement || !requirement->contradiction.empty()) continue;
        problems.add(ProblemSeverity::kError,
                     ErrorCode::kInvalid,
                     node.pointer,
                     fmt::format("the ledger has no contradiction for {}", requirement->id),
                     "use a `condition:` for an open question, or give the requirement "
                     "`contradiction: {values: [...]}`");
    }
}

/// Reports requirement ids that are not in the ledger.
std::vector<SuiteProblem> check_requirements(const Document& document, const Ledger& ledger) {
    ProblemCollector problems(document);
    const DocumentNode root{document.root.get(), ""};
    for (const DocumentNode& workflow : elements_at(root, "workflows")) {
        for (const DocumentNode& step : elements_at(workflow, "steps")) {
            check_requirement_ids(step, ledger, problems);
            check_observations(step, ledger, problems);
            for (const DocumentNode& criterion : elements_at(step, "successCriteria")) {
                check_requirement_ids(criterion, ledger, problems);
            }
            for (const DocumentNode& rule : event_rules(step))
                check_requirement_ids(rule, ledger, problems, "verifies");
            check_stream_requirement_ids(step, ledger, problems);
        }
    }
    return problems.sorted();
}

std::vector<SuiteProblem> lint_document(DocumentResult examined, const Ledger* ledger) {
    std::vector<SuiteProblem> problems = std::move(examined.problems);
    const Document& document = *examined.document;
    for (SuiteProblem& problem : check_step_requirements(document))
        problems.push_back(std::move(problem));
    if (ledger) {
        for (SuiteProblem& problem : check_requirements(document, *ledger))
            problems.push_back(std::move(problem));
    }
    return problems;
}

}  // namespace

std::vector<SuiteProblem> lint_suite(const Document& document,
                                     const SourceLoader& sources,
                                     const Ledger* ledger) {
    return lint_all({non_owning(document)}, {sources}, ledger).front().problems;
}

std::vector<DocumentProblems> lint_all(const std::vector<SharedDocument>& documents,
                                       const Loaders& loaders,
                                       const Ledger* ledger) {
    std::vector<DocumentProblems> linted;
    for (DocumentResult& examined : read_documents(documents, loaders)) {
        const SharedDocument document = examined.document;
        linted.push_back({document, lint_document(std::move(examined), ledger)});
    }
    return linted;
}

}  // namespace plumbline::workflow
