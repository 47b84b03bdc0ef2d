#include "conformance/workflow/readers/readers.hpp"
#include "spec/json/access.hpp"
#include "spec/json/pointer.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <set>

namespace plumbline::workflow {
namespace {

constexpr int kMaxSchemaNesting = 16;
constexpr const char* kOpenKeywords[]{"patternProperties", "anyOf", "oneOf", "if"};

/// Returns the target of `$ref` in a schema of inputs; nothing if there is none.
std::optional<DocumentNode> find_reference_target(const DocumentNode& schema) {
    const std::string reference = schema.text("$ref");
    if (!reference.starts_with('#')) return {};
    DocumentNode target = DocumentNode::root(*schema.problems);
    target.pointer = reference.substr(1);
    target.value = find(*target.value, std::string_view(target.pointer));
    return target.value ? std::optional(std::move(target)) : std::nullopt;
}

/// Resolves `$ref` in a schema of inputs; it points to components.inputs.
std::optional<DocumentNode> reference_target(const DocumentNode& schema) {
    if (auto target = find_reference_target(schema)) return target;
    const std::string reference = schema.text("$ref");
    std::vector<std::string> known;
    const DocumentNode root = DocumentNode::root(*schema.problems);
    for (const DocumentNode& input : root["components"]["inputs"].members())
        known.push_back("#/components/inputs/" + input.key);
    schema["$ref"].error(fmt::format("{} does not exist in this document", reference),
                         suggestion(reference, known),
                         ErrorCode::kNotFound);
    return {};
}

/// Returns whether the schema allows inputs that it does not name in `properties`.
bool allows_other_inputs(const DocumentNode& schema) {
    const DocumentNode others = schema["additionalProperties"];
    if (others.exists() && *others.value != false) return true;
    return std::any_of(std::begin(kOpenKeywords), std::end(kOpenKeywords), [&](const char* key) {
        return schema.has(key);
    });
}

WorkflowInput& find_or_add_input(Workflow& workflow, const std::string& name) {
    auto& inputs = workflow.inputs;
    const auto found = std::find_if(inputs.begin(), inputs.end(), [&](const WorkflowInput& input) {
        return input.name == name;
    });
    if (found != inputs.end()) return *found;
    inputs.push_back(WorkflowInput{name, false, false, nullptr});
    return inputs.back();
}

/// Collects the names of members of format password below the member `name`, "" for the input
/// itself. `visited` are pointers.
void find_secret_members(const DocumentNode& schema,
                         const std::string& name,
                         std::set<std::string>& visited,
                         std::vector<std::string>& names) {
    if (!schema.value->is_object() || !visited.insert(schema.pointer + '#' + name).second) return;
    if (schema.text("format") == "password") names.push_back(name);
    for (const DocumentNode& member : schema["properties"].members())
        find_secret_members(member, member.key, visited, names);
    for (const char* keyword : {"allOf", "anyOf", "oneOf", "prefixItems"}) {
        for (const DocumentNode& part : schema[keyword].elements())
            find_secret_members(part, name, visited, names);
    }
    for (const char* keyword : {"items", "additionalProperties"})
        find_secret_members(schema[keyword], name, visited, names);
    if (const auto target = find_reference_target(schema))
        find_secret_members(*target, name, visited, names);
}

bool allows_text(const DocumentNode& type) {
    if (type.text() == "string") return true;
    const auto types = type.elements();
    return std::any_of(
        types.begin(), types.end(), [](const auto& one) { return one.text() == "string"; });
}

void read_input(const DocumentNode& property, WorkflowInput& input) {
    // Whether an input is secret must not depend on how its schema is written, so references are
    // resolved.
    std::optional<DocumentNode> schema = property;
    for (int depth = 0; schema && depth < kMaxSchemaNesting; ++depth) {
        if (schema->text("format") == "password") input.secret = true;
        if (schema->has("default") && !input.default_value)
            input.default_value = std::make_shared<const Json>(*(*schema)["default"].value);
        if (schema->has("type")) input.takes_text = allows_text((*schema)["type"]);
        if (!schema->has("$ref")) break;
        schema = reference_target(*schema);
    }
    std::set<std::string> visited;
    find_secret_members(property, "", visited, input.secret_members);
    input.secret = std::erase(input.secret_members, "") > 0 || input.secret;
    for (const DocumentNode& member : property.members()) {
        if (member.key.starts_with("x-"))
            member.suggest(fmt::format("{} is inside inputs", member.key),
                           "other runners reject x- keys there; remove it");
    }
}

/// Collects the inputs that a schema declares, including its `$ref` and `allOf`.
void read_declared_inputs(const DocumentNode& schema, Workflow& workflow, int depth = 0) {
    if (!schema.value->is_object()) return;
    if (depth > kMaxSchemaNesting)
        return schema.error("the schema of the inputs refers to itself or is nested too deep",
                            "",
                            ErrorCode::kLimit);
    if (schema.has("$ref")) {
        if (const auto target = reference_target(schema))
            read_declared_inputs(*target, workflow, depth + 1);
    }
    for (const DocumentNode& part : schema["allOf"].elements())
        read_declared_inputs(part, workflow, depth + 1);
    for (const DocumentNode& property : schema["properties"].members())
        read_input(property, find_or_add_input(workflow, property.key));
    workflow.open_inputs = workflow.open_inputs || allows_other_inputs(schema);
    for (const std::string& name : strings_or_empty(*schema.value, "required"))
        find_or_add_input(workflow, name).required = true;
}

// Arazzo shares schemas in components.inputs, OpenAPI in components.schemas, and the compiler knows
// only the latter. So it gets a document that has them there.
constexpr std::string_view kArazzoInputs = "/components/inputs/";
constexpr std::string_view kOpenApiSchemas = "/components/schemas/";

Json with_rewritten_references(Json schema) {
    if (!schema.is_structured()) return schema;
    for (auto& [key, child] : schema.items()) {
        const std::string text = as_string(child).value_or("");
        const bool is_shared = key == "$ref" && text.starts_with("#" + std::string(kArazzoInputs));
        child =
            is_shared
                ? Json("#" + std::string(kOpenApiSchemas) + text.substr(kArazzoInputs.size() + 1))
                : with_rewritten_references(std::move(child));
    }
    return schema;
}

}  // namespace

SchemaCompiler compiler_of_inputs(const DocumentNode& root) {
    const Document& suite = root.problems->document();
    Json copy = Json::object();
    copy["components"]["schemas"] = Json::object();
    for (const DocumentNode& shared : root["components"]["inputs"].members())
        copy["components"]["schemas"][shared.key] = with_rewritten_references(*shared.value);
    copy["workflows"] = Json::array();
    for (const DocumentNode& workflow : root["workflows"].elements()) {
        Json workflow_copy = Json::object();
        if (workflow.has("inputs"))
            workflow_copy["inputs"] = with_rewritten_references(*workflow["inputs"].value);
        copy["workflows"].push_back(std::move(workflow_copy));
    }
    SourceMap::Builder positions(suite.positions);
    for (const auto& [pointer, position] : suite.positions.all()) {
        if (pointer.starts_with(kArazzoInputs))
            positions.add(
                fmt::format("{}{}", kOpenApiSchemas, pointer.substr(kArazzoInputs.size())),
                position);
    }
    return {{suite.file, std::make_shared<const Json>(std::move(copy)), positions.take()},
            SchemaStrictness::kTolerant};
}

void read_inputs(const ReadingContext& reading, const DocumentNode& schema, Workflow& workflow) {
    if (!schema.exists()) return;
    read_declared_inputs(schema, workflow);
    const auto& compiled = reading.input_schemas.compile(schema.pointer);
    if (compiled) workflow.inputs_schema = *compiled;
    for (Error error : compiled ? compiled->unjudged() : std::vector{compiled.error()}) {
        error.notes.emplace_back("the given inputs are not validated with it");
        schema.problems->add(ProblemSeverity::kWarning, std::move(error));
    }
}

}  // namespace plumbline::workflow
