#include "conformance/workflow/reading.hpp"
#include "spec/json/access.hpp"
#include "spec/json/pointer.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace plumbline::workflow {
namespace {

constexpr int kDeepestNesting = 16;
constexpr const char* kOpening[]{"patternProperties", "anyOf", "oneOf", "if"};

/// Follows `$ref` of a schema of inputs; they point to components.inputs.
std::optional<Node> target_of(const Reading& reading, const Node& schema) {
    const std::string reference = text_at(schema, "$ref");
    const Json* target = nullptr;
    std::string pointer;
    if (reference.rfind('#', 0) == 0) {
        pointer = reference.substr(1);
        target = find(*reading.root.value, std::string_view(pointer));
    }
    if (target) return Node{target, pointer};
    std::vector<std::string> known;
    if (const Json* components = member(*reading.root.value, "components")) {
        for (const Member& input :
             members_at(reading.root.child("components", *components), "inputs")) {
            known.push_back("#/components/inputs/" + input.key);
        }
    }
    reading.problems.add(Severity::kError,
                         ErrorCode::kNotFound,
                         schema.pointer + "/$ref",
                         fmt::format("{} leads nowhere in this document", reference),
                         suggestion(reference, known));
    return {};
}

/// Says whether the schema speaks of inputs without naming them where we look for names.
bool is_open(const Json& schema) {
    const Json* others = member(schema, "additionalProperties");
    if (others && *others != false) return true;
    return std::any_of(std::begin(kOpening), std::end(kOpening), [&](const char* key) {
        return member(schema, key) != nullptr;
    });
}

/// Gathers the inputs a schema declares, its `$ref` and `allOf` included.
class InputsReader {
  public:
    InputsReader(const Reading& reading, Workflow& workflow)
        : reading_(reading), inputs_(workflow.inputs), open_(workflow.open_inputs) {}

    void read(const Node& schema, int depth = 0) {
        if (!schema.value->is_object()) return;
        if (depth > kDeepestNesting) {
            reading_.problems.add(
                Severity::kError,
                ErrorCode::kLimit,
                schema.pointer,
                "the schema of the inputs refers to itself or is nested too deep");
            return;
        }
        if (member(*schema.value, "$ref")) {
            if (const auto target = target_of(reading_, schema)) read(*target, depth + 1);
        }
        for (const Node& part : elements_at(schema, "allOf")) read(part, depth + 1);
        for (const Member& property : members_at(schema, "properties")) declare(property);
        open_ = open_ || is_open(*schema.value);
        for (const std::string& name : strings_or_empty(*schema.value, "required")) {
            named(name).required = true;
        }
    }

  private:
    void declare(const Member& property) {
        Input& input = named(property.key);
        // What a secret is must not depend on how its schema is written, so references are
        // followed.
        std::optional<Node> schema = property.node;
        for (int depth = 0; schema && depth < kDeepestNesting; ++depth) {
            if (text_at(*schema, "format") == "password") input.secret = true;
            const Json* value = member(*schema->value, "default");
            if (value && !input.default_value) {
                input.default_value = std::make_shared<const Json>(*value);
            }
            if (!member(*schema->value, "$ref")) break;
            schema = target_of(reading_, *schema);
        }
        warn_of_extensions(property);
    }

    void warn_of_extensions(const Member& property) {
        const Json& schema = *property.node.value;
        if (!schema.is_object()) return;
        for (const auto& [key, value] : schema.items()) {
            if (key.rfind("x-", 0) != 0) continue;
            reading_.problems.add(Severity::kAdvice,
                                  ErrorCode::kInvalid,
                                  property.node.pointer + '/' + escape_pointer_token(key),
                                  fmt::format("{} stands inside inputs", key),
                                  "other runners refuse x- keys there; leave it out");
        }
    }

    Input& named(const std::string& name) {
        const auto found = std::find_if(
            inputs_.begin(), inputs_.end(), [&](const Input& input) { return input.name == name; });
        if (found != inputs_.end()) return *found;
        inputs_.push_back(Input{name, false, false, nullptr});
        return inputs_.back();
    }

    const Reading& reading_;
    std::vector<Input>& inputs_;
    bool& open_;
};

}  // namespace

void read_inputs(const Reading& reading, const Node& workflow_node, Workflow& workflow) {
    const Json* value = member(*workflow_node.value, "inputs");
    if (!value) return;
    const Node schema = workflow_node.child("inputs", *value);
    InputsReader(reading, workflow).read(schema);
    auto compiled = reading.input_schemas.compile(schema.pointer);
    if (compiled) {
        workflow.inputs_schema = *compiled;
        return;
    }
    Error error = compiled.error();
    error.notes.emplace_back("without it the given inputs are not checked");
    reading.problems.add(Severity::kWarning, std::move(error));
}

}  // namespace plumbline::workflow
