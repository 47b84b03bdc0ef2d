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
std::optional<DocumentNode> find_reference_target(const ReadingContext& reading,
                                                  const DocumentNode& schema) {
    const std::string reference = text_at(schema, "$ref");
    if (reference.rfind('#', 0) != 0) return {};
    std::string pointer = reference.substr(1);
    const Json* target = find(*reading.root.value, std::string_view(pointer));
    return target ? std::optional(DocumentNode{target, std::move(pointer)}) : std::nullopt;
}

/// Resolves `$ref` in a schema of inputs; it points to components.inputs.
std::optional<DocumentNode> reference_target(const ReadingContext& reading,
                                             const DocumentNode& schema) {
    if (auto target = find_reference_target(reading, schema)) return target;
    const std::string reference = text_at(schema, "$ref");
    std::vector<std::string> known;
    if (const Json* components = member(*reading.root.value, "components")) {
        for (const DocumentMember& input :
             members_at(reading.root.child("components", *components), "inputs")) {
            known.push_back("#/components/inputs/" + input.key);
        }
    }
    reading.problems.add(ProblemSeverity::kError,
                         ErrorCode::kNotFound,
                         schema.pointer + "/$ref",
                         fmt::format("{} does not exist in this document", reference),
                         suggestion(reference, known));
    return {};
}

/// Returns whether the schema allows inputs that it does not name in `properties`.
bool allows_other_inputs(const Json& schema) {
    const Json* others = member(schema, "additionalProperties");
    if (others && *others != false) return true;
    return std::any_of(std::begin(kOpenKeywords), std::end(kOpenKeywords), [&](const char* key) {
        return member(schema, key) != nullptr;
    });
}

/// Collects the inputs that a schema declares, including its `$ref` and `allOf`.
class InputsReader {
  public:
    InputsReader(const ReadingContext& reading, Workflow& workflow)
        : reading_(reading), inputs_(workflow.inputs), open_(workflow.open_inputs) {}

    void read(const DocumentNode& schema, int depth = 0) {
        if (!schema.value->is_object()) return;
        if (depth > kMaxSchemaNesting) {
            reading_.problems.add(
                ProblemSeverity::kError,
                ErrorCode::kLimit,
                schema.pointer,
                "the schema of the inputs refers to itself or is nested too deep");
            return;
        }
        if (member(*schema.value, "$ref")) {
            if (const auto target = reference_target(reading_, schema)) read(*target, depth + 1);
        }
        for (const DocumentNode& part : elements_at(schema, "allOf")) read(part, depth + 1);
        for (const DocumentMember& property : members_at(schema, "properties")) declare(property);
        open_ = open_ || allows_other_inputs(*schema.value);
        for (const std::string& name : strings_or_empty(*schema.value, "required")) {
            find_or_add(name).required = true;
        }
    }

  private:
    void declare(const DocumentMember& property) {
        WorkflowInput& input = find_or_add(property.key);
        // Whether an input is secret must not depend on how its schema is written, so references
        // are resolved.
        std::optional<DocumentNode> schema = property.node;
        for (int depth = 0; schema && depth < kMaxSchemaNesting; ++depth) {
            if (text_at(*schema, "format") == "password") input.secret = true;
            const Json* value = member(*schema->value, "default");
            if (value && !input.default_value) {
                input.default_value = std::make_shared<const Json>(*value);
            }
            if (!member(*schema->value, "$ref")) break;
            schema = reference_target(reading_, *schema);
        }
        std::set<std::string> visited;
        find_secret_members(property.node, "", visited, input.secret_members);
        input.secret = std::erase(input.secret_members, "") > 0 || input.secret;
        warn_of_extensions(property);
    }

    /// Collects the names of members of format password below the member `name`, "" for the input
    /// itself. `visited` are pointers.
    void find_secret_members(const DocumentNode& schema,
                             const std::string& name,
                             std::set<std::string>& visited,
                             std::vector<std::string>& names) {
        if (!schema.value->is_object() || !visited.insert(schema.pointer + '#' + name).second)
            return;
        if (text_at(schema, "format") == "password") names.push_back(name);
        for (const DocumentMember& one : members_at(schema, "properties"))
            find_secret_members(one.node, one.key, visited, names);
        for (const char* keyword : {"allOf", "anyOf", "oneOf", "prefixItems"}) {
            for (const DocumentNode& part : elements_at(schema, keyword))
                find_secret_members(part, name, visited, names);
        }
        for (const char* keyword : {"items", "additionalProperties"}) {
            if (const Json* part = member(*schema.value, keyword))
                find_secret_members(schema.child(keyword, *part), name, visited, names);
        }
        if (const auto target = find_reference_target(reading_, schema))
            find_secret_members(*target, name, visited, names);
    }

    void warn_of_extensions(const DocumentMember& property) {
        const Json& schema = *property.node.value;
        if (!schema.is_object()) return;
        for (const auto& [key, value] : schema.items()) {
            if (key.rfind("x-", 0) != 0) continue;
            reading_.problems.add(ProblemSeverity::kSuggestion,
                                  ErrorCode::kInvalid,
                                  property.node.pointer + '/' + escape_pointer_token(key),
                                  fmt::format("{} is inside inputs", key),
                                  "other runners reject x- keys there; remove it");
        }
    }

    WorkflowInput& find_or_add(const std::string& name) {
        const auto found =
            std::find_if(inputs_.begin(), inputs_.end(), [&](const WorkflowInput& input) {
                return input.name == name;
            });
        if (found != inputs_.end()) return *found;
        inputs_.push_back(WorkflowInput{name, false, false, nullptr});
        return inputs_.back();
    }

    const ReadingContext& reading_;
    std::vector<WorkflowInput>& inputs_;
    bool& open_;
};

}  // namespace

void read_inputs(const ReadingContext& reading,
                 const DocumentNode& workflow_node,
                 Workflow& workflow) {
    const Json* value = member(*workflow_node.value, "inputs");
    if (!value) return;
    const DocumentNode schema = workflow_node.child("inputs", *value);
    InputsReader(reading, workflow).read(schema);
    auto compiled = reading.input_schemas.compile(schema.pointer);
    if (compiled) workflow.inputs_schema = *compiled;
    for (Error error : compiled ? compiled->unjudged() : std::vector{compiled.error()}) {
        error.notes.emplace_back("the given inputs are not validated with it");
        reading.problems.add(ProblemSeverity::kWarning, std::move(error));
    }
}

}  // namespace plumbline::workflow
