#include "conformance/workflow/readers/input_schemas.hpp"

#include "conformance/workflow/problems/problems.hpp"
#include "spec/json/access.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace plumbline::workflow {
namespace {

// Arazzo shares schemas in components.inputs, OpenAPI in components.schemas, and the compiler knows
// only the latter. So it gets a document that has them there.
constexpr std::string_view kArazzoInputs = "/components/inputs/";
constexpr std::string_view kOpenApiSchemas = "/components/schemas/";

void rewrite_references(Json& value) {
    if (!value.is_structured()) return;
    for (auto& [key, child] : value.items()) {
        const std::string text = as_string(child).value_or("");
        const bool is_shared =
            key == "$ref" && text.rfind("#" + std::string(kArazzoInputs), 0) == 0;
        if (is_shared) {
            child = "#" + std::string(kOpenApiSchemas) + text.substr(kArazzoInputs.size() + 1);
        } else {
            rewrite_references(child);
        }
    }
}

Json with_rewritten_references(const Json& schema) {
    Json copy = schema;
    rewrite_references(copy);
    return copy;
}

Document schema_document(const Document& suite) {
    const DocumentNode root{suite.root.get(), ""};
    Json result = Json::object();
    result["components"]["schemas"] = Json::object();
    result["workflows"] = Json::array();
    for (const DocumentNode& workflow : elements_at(root, "workflows")) {
        Json workflow_copy = Json::object();
        if (const Json* inputs = member(*workflow.value, "inputs")) {
            workflow_copy["inputs"] = with_rewritten_references(*inputs);
        }
        result["workflows"].push_back(std::move(workflow_copy));
    }
    if (const Json* components = member(*suite.root, "components")) {
        for (const DocumentMember& shared :
             members_at(root.child("components", *components), "inputs")) {
            result["components"]["schemas"][shared.key] =
                with_rewritten_references(*shared.node.value);
        }
    }
    SourceMap::Builder positions(suite.positions);
    for (const auto& [pointer, position] : suite.positions.all()) {
        if (!pointer.starts_with(kArazzoInputs)) continue;
        positions.add(fmt::format("{}{}", kOpenApiSchemas, pointer.substr(kArazzoInputs.size())),
                      position);
    }
    return {suite.file, std::make_shared<const Json>(std::move(result)), positions.take()};
}

}  // namespace

InputSchemas::InputSchemas(const Document& suite)
    : compiler_(schema_document(suite), SchemaStrictness::kTolerant) {}

}  // namespace plumbline::workflow
