#include "conformance/workflow/lint.hpp"

#include "conformance/workflow/documents/read_documents.hpp"
#include "conformance/workflow/requirement_lint.hpp"
#include "spec/base/text.hpp"

#include <fmt/core.h>

namespace plumbline::workflow {
namespace {

/// Returns the requirement with this id; reports a problem if the ledger has none.
const Requirement* find_requirement(const DocumentNode& node, const Ledger& ledger) {
    const std::string id = node.text();
    const Requirement* found = ledger.find(id);
    if (!id.empty() && !found) {
        const auto ids = names_of(ledger.requirements, &Requirement::id);
        const bool is_misspelt = !nearest_name(id, ids).empty();
        node.error(
            fmt::format("the ledger has no requirement {}", id),
            suggestion(id, ids) + (is_misspelt ? "" : "\nrequirements of your own: --ledger FILE"),
            ErrorCode::kNotFound);
    }
    return found;
}

void check_requirement_ids(const DocumentNode& list, const Ledger& ledger) {
    for (const DocumentNode& node : list.elements()) (void)find_requirement(node, ledger);
}

/// Reports an observed value whose requirement has no contradiction in the ledger.
void check_observation(const DocumentNode& observation, const Ledger& ledger) {
    const DocumentNode question = observation["question"];
    if (!question.exists() || !observation.has("value")) return;
    const Requirement* requirement = find_requirement(question, ledger);
    if (!requirement || !requirement->contradiction.empty()) return;
    question.error(fmt::format("the ledger has no contradiction for {}", requirement->id),
                   "use a `condition:` for an open question, or give the requirement "
                   "`contradiction: {values: [...]}`");
}

/// Reports requirement ids that are not in the ledger.
std::vector<SuiteProblem> check_requirements(const Document& document, const Ledger& ledger) {
    ProblemCollector problems(document);
    for_each_step(problems, [&](const DocumentNode& step) {
        check_requirement_ids(step["x-ct-verifies"], ledger);
        for (const DocumentNode& observation : step["x-ct-observe"].elements())
            check_observation(observation, ledger);
        for (const DocumentNode& criterion : step["successCriteria"].elements())
            check_requirement_ids(criterion["x-ct-verifies"], ledger);
        const DocumentNode stream = step["x-ct-sse"];
        for (const DocumentNode& rule : stream["events"].elements())
            check_requirement_ids(rule["verifies"], ledger);
        // Those of the rules about the stream as a whole.
        for (const DocumentNode& list : stream["verifies"].members())
            check_requirement_ids(list, ledger);
    });
    return problems.sorted();
}

std::vector<SuiteProblem> lint_document(DocumentResult examined, const Ledger* ledger) {
    std::vector<SuiteProblem> problems = std::move(examined.problems);
    const auto append = [&](const std::vector<SuiteProblem>& more) {
        problems.insert(problems.end(), more.begin(), more.end());
    };
    append(check_step_requirements(*examined.document));
    if (ledger) append(check_requirements(*examined.document, *ledger));
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
