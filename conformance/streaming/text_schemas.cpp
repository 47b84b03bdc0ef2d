#include "conformance/streaming/text_schemas.hpp"

#include "spec/http/message.hpp"
#include "spec/json/access.hpp"

#include <nlohmann/json.hpp>

namespace plumbline::streaming {
namespace {

constexpr std::string_view kData = "data";

}  // namespace

TextSchemas::TextSchemas(const ApiDocument& api, const std::string& pointer) : api_(api) {
    const Json* schema = find(*api.document().root, std::string_view(pointer));
    if (schema) (void)add({schema, pointer}, false);  // it is the first part
}

TextSchemas::PartIndex TextSchemas::add(const reading::OpenApiNode& schema, bool is_text) {
    const auto [found, is_new] =
        by_pointer_.try_emplace(std::pair(schema.pointer, is_text), parts_.size());
    const PartIndex index = found->second;
    if (!is_new) return index;
    parts_.emplace_back();
    SchemaPart part;
    if (schema.value->is_object()) add_parts(schema, is_text, part);
    part.is_complete = true;
    parts_[index] = std::move(part);
    return index;
}

void TextSchemas::add_parts(const reading::OpenApiNode& schema, bool is_text, SchemaPart& part) {
    if (is_text) {
        part.is_json = http::is_json_media_type(
            http::media_type(string_or(*schema.value, "contentMediaType", "")));
        if (part.is_json && schema.has("contentSchema"))
            part.content.push_back(compiled(schema.child("contentSchema")));
        std::erase(part.content, nullptr);
    } else if (schema.has_object("properties") && schema.child("properties").has(kData)) {
        part.of_text.push_back(add(schema.child("properties").child(kData), true));
    }
    if (schema.has("$ref")) {
        if (const auto target = reading::resolve_node(api_.document(), schema)) {
            // A reference back to a schema that applies to the same value adds nothing.
            const PartIndex referenced = add(*target, is_text);
            if (parts_[referenced].is_complete) part.always.push_back(referenced);
        }
    }
    for (const auto& inner : schema.items("allOf")) part.always.push_back(add(inner, is_text));
    for (const char* keyword : {"anyOf", "oneOf"}) {
        std::vector<Choice> branches;
        for (const auto& inner : schema.items(keyword))
            branches.push_back({compiled(inner), add(inner, is_text)});
        if (!branches.empty()) part.choices.push_back(std::move(branches));
    }
    if (!schema.has("if")) return;
    part.condition = compiled(schema.child("if"));
    if (schema.has("then")) part.then = add(schema.child("then"), is_text);
    if (schema.has("else")) part.otherwise = add(schema.child("else"), is_text);
}

const Schema* TextSchemas::compiled(const reading::OpenApiNode& schema) const {
    const auto& result = api_.schema(schema.pointer);
    return result ? &*result : nullptr;
}

std::vector<Violation> TextSchemas::evaluate(const Json& event, const Json* text) const {
    std::vector<Violation> found;
    const Json* data = member(event, kData);
    if (!parts_.empty() && data) evaluate(0, {event, *data, text}, event, found);
    return found;
}

void TextSchemas::evaluate(PartIndex index,
                           const Instance& instance,
                           const Json& value,
                           std::vector<Violation>& found) const {
    const SchemaPart& part = parts_[index];
    if (part.is_json && !instance.text)
        found.push_back({"", "contentMediaType", "", "expected JSON"});
    for (const Schema* schema : part.content) {
        if (!instance.text) break;
        for (Violation& violation : schema->evaluate(*instance.text))
            found.push_back(std::move(violation));
    }
    for (const PartIndex inner : part.of_text) evaluate(inner, instance, instance.data, found);
    for (const PartIndex inner : part.always) evaluate(inner, instance, value, found);
    if (part.condition) {
        const auto& inner = part.condition->accepts(value) ? part.then : part.otherwise;
        if (inner) evaluate(*inner, instance, value, found);
    }
    for (const std::vector<Choice>& branches : part.choices)
        evaluate_choice(branches, instance, value, found);
}

void TextSchemas::evaluate_choice(const std::vector<Choice>& branches,
                                  const Instance& instance,
                                  const Json& value,
                                  std::vector<Violation>& found) const {
    std::optional<std::vector<Violation>> first;
    for (const Choice& branch : branches) {
        if (!branch.schema || !branch.schema->accepts(value)) continue;
        std::vector<Violation> of_branch;
        evaluate(branch.part, instance, value, of_branch);
        if (of_branch.empty()) return;
        if (!first) first = std::move(of_branch);
    }
    if (first) found.insert(found.end(), first->begin(), first->end());
}

}  // namespace plumbline::streaming
