#include "conformance/workflow/references.hpp"

#include <fmt/core.h>

#include <set>

namespace plumbline::workflow {
namespace {

/// Each schema that an answer to `operation` may be judged by, in the order of the document.
std::vector<std::string> schemas_of(const Operation& operation) {
    std::vector<std::string> pointers;
    for (const DeclaredResponse& response : operation.responses) {
        for (const Content& content : response.content) {
            if (!content.schema_pointer.empty()) pointers.push_back(content.schema_pointer);
        }
        for (const DeclaredHeader& header : response.headers) {
            if (!header.schema_pointer.empty()) pointers.push_back(header.schema_pointer);
        }
    }
    return pointers;
}

}  // namespace

void check_answer_schemas(const Suite& suite, Problems& problems) {
    std::set<const Operation*> seen;
    for (const Workflow& workflow : suite.workflows) {
        for (const Step& step : workflow.steps) {
            if (!step.operation || !step.api->is_foreign() || !seen.insert(step.operation).second)
                continue;
            for (const std::string& pointer : schemas_of(*step.operation)) {
                const auto& schema = step.api->schema(pointer);
                if (schema) continue;
                // Where several schemas come upon the same place, it is one problem.
                Error error = schema.error();
                error.message = fmt::format(
                    "answers are not judged by the schemas that reach this: {}", error.message);
                problems.add(Severity::kWarning, std::move(error));
            }
        }
    }
}

}  // namespace plumbline::workflow
