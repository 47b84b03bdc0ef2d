#include "conformance/workflow/input_schemas.hpp"

#include "conformance/workflow/problems.hpp"
#include "spec/json/access.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace plumbline::workflow {
namespace {

// Arazzo shares schemas as components.inputs, OpenAPI as components.schemas, and the compiler knows
// only the latter. So it gets a document in which they lie there.
constexpr std::string_view kArazzoHome = "/components/inputs/";
constexpr std::string_view kOpenApiHome = "/components/schemas/";

void move_references(Json& value) {
    if (!value.is_structured()) return;
    for (auto& [key, child] : value.items()) {
        const std::string text = as_string(child).value_or("");
        const bool moved = key == "$ref" && text.rfind("#" + std::string(kArazzoHome), 0) == 0;
        if (moved) {
            child = "#" + std::string(kOpenApiHome) + text.substr(kArazzoHome.size() + 1);
        } else {
            move_references(child);
        }
    }
}

Json moved_copy(const Json& schema) {
    Json copy = schema;
    move_references(copy);
    return copy;
}

Document schema_document(const Document& suite) {
    const Node root{suite.root.get(), ""};
    Json moved = Json::object();
    moved["components"]["schemas"] = Json::object();
    moved["workflows"] = Json::array();
    for (const Node& workflow : elements_at(root, "workflows")) {
        Json kept = Json::object();
        if (const Json* inputs = member(*workflow.value, "inputs")) {
            kept["inputs"] = moved_copy(*inputs);
        }
        moved["workflows"].push_back(std::move(kept));
    }
    if (const Json* components = member(*suite.root, "components")) {
        for (const Member& shared : members_at(root.child("components", *components), "inputs")) {
            moved["components"]["schemas"][shared.key] = moved_copy(*shared.node.value);
        }
    }
    SourceMap::Builder positions(suite.positions);
    for (const auto& [pointer, position] : suite.positions.all()) {
        if (!pointer.starts_with(kArazzoHome)) continue;
        positions.add(fmt::format("{}{}", kOpenApiHome, pointer.substr(kArazzoHome.size())),
                      position);
    }
    return {suite.file, std::make_shared<const Json>(std::move(moved)), positions.take()};
}

}  // namespace

InputSchemas::InputSchemas(const Document& suite)
    : compiler_(schema_document(suite), SchemaStrictness::kTolerant) {}

}  // namespace plumbline::workflow
