#include "conformance/workflow/checks/checks.hpp"

#include <fmt/core.h>

#include <set>

namespace plumbline::workflow {
namespace {

/// Returns the schemas that validate a response of `operation`, in the order of the document.
std::vector<std::string> schemas_of(const Operation& operation) {
    std::vector<std::string> pointers;
    for (const DeclaredResponse& response : operation.responses) {
        for (const MediaType& content : response.content) {
            if (!content.schema_pointer.empty()) pointers.push_back(content.schema_pointer);
            if (!content.items) continue;
            for (std::string& pointer : content.items->schema_pointers())
                pointers.push_back(std::move(pointer));
        }
        for (const DeclaredHeader& header : response.headers) {
            if (!header.schema_pointer.empty()) pointers.push_back(header.schema_pointer);
        }
    }
    return pointers;
}

}  // namespace

std::vector<Error> unjudged_parts(const Suite& suite) {
    std::vector<Error> parts;
    std::set<std::string> texts;  // several schemas may reach the same position
    const auto add_once = [&](const Error& part) {
        if (texts.insert(to_text(part)).second) parts.push_back(part);
    };
    std::set<const Operation*> seen;
    for (const Workflow& workflow : suite.workflows) {
        for (const Step& step : workflow.steps) {
            if (!step.operation || !step.api->is_foreign() || !seen.insert(step.operation).second)
                continue;
            for (const std::string& pointer : schemas_of(*step.operation)) {
                const auto& schema = step.api->schema(pointer);
                if (!schema) add_once(schema.error());
                if (!schema) continue;
                for (const Error& part : schema->unjudged()) add_once(part);
            }
        }
    }
    return parts;
}

void check_response_schemas(const Suite& suite, ProblemCollector& problems) {
    for (Error part : unjudged_parts(suite)) {
        part.message =
            fmt::format("responses are not judged by this part of their schema: {}", part.message);
        problems.add(ProblemSeverity::kWarning, std::move(part));
    }
}

}  // namespace plumbline::workflow
