#include "conformance/workflow/body_format.hpp"
#include "conformance/workflow/readers/expression_types.hpp"
#include "spec/base/text.hpp"
#include "spec/json/pointer.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace plumbline::workflow {
namespace {

/// Stores a compiled target; returns false if it is invalid, which is reported.
template <typename Compiled>
bool store_target(const DocumentNode& node, Result<Compiled> target, std::optional<Compiled>& to) {
    if (target) {
        to = *std::move(target);
    } else {
        node.problems->add(ProblemSeverity::kError, std::move(target.error()));
    }
    return to.has_value();
}

/// Reads the target of a replacement; returns false if it cannot be used.
bool read_replacement_target(const DocumentNode& node, PayloadReplacement& replacement) {
    const DocumentNode target = node["target"];
    const std::string text = target.text();
    replacement.target = text;
    const auto type = read_expression_type(node["targetSelectorType"], "target");
    if (!type && node.has("targetSelectorType")) return false;  // already reported
    const std::string name = type ? type->text() : "jsonpointer";
    if (name == "jsonpath") {
        if (!store_target(
                target,
                expressions::JsonPathTemplate::compile(text, target.where(), grammar_of(target)),
                replacement.query))
            return false;
        for (const std::string& warning : replacement.query->warnings())
            target.warning("in the query, " + warning);
        return true;
    }
    if (name == "xpath")
        return store_target(
            target,
            expressions::XPathTemplate::read(text, target.where(), grammar_of(target)),
            replacement.xpath);
    if (name != "jsonpointer") {
        type->error(fmt::format("a replacement's target cannot be of type {}", name),
                    "give the target as a JSON pointer, `/a/0/b`, or as a query with "
                    "`targetSelectorType: jsonpath`");
        return false;
    }
    if (JsonPointer::parse(text)) return true;
    target.error(fmt::format("{} is not a JSON pointer", text),
                 "write `/a/0/b`, with ~1 for / and ~0 for ~ inside a name, or add "
                 "`targetSelectorType: jsonpath`",
                 ErrorCode::kSyntax);
    return false;
}

/// Reads the replacements of a request body without the invalid ones.
std::vector<PayloadReplacement> read_replacements(const DocumentNode& list) {
    std::vector<PayloadReplacement> replacements;
    for (const DocumentNode& node : list.elements()) {
        if (!node.has("value") || !node["target"].value->is_string()) continue;
        PayloadReplacement replacement;
        if (!read_replacement_target(node, replacement)) continue;
        replacement.value = read_template(node["value"]);
        replacement.where = node.where();
        replacements.push_back(std::move(replacement));
    }
    return replacements;
}

void check_content_type(const DocumentNode& body_node,
                        const Operation& operation,
                        const std::string& content_type) {
    if (!operation.body)
        return body_node.warning(fmt::format("operation {} has no request body", operation.id));
    const auto& known = operation.body->content;
    if (content_type.empty() || find_content(known, content_type)) return;
    body_node["contentType"].report(
        ProblemSeverity::kWarning,
        fmt::format("operation {} does not accept {}", operation.id, content_type),
        suggestion(content_type, names_of(known, &MediaType::key)),
        ErrorCode::kNotFound);
}

/// Returns whether the sent payload is the object or array that is written: a Selector Object is
/// replaced by what it selects, and a replacement may replace the whole payload.
bool stays_structured(const Json& payload, const StepBody& body) {
    const auto& changes = body.replacements;
    const bool is_replaced =
        std::any_of(changes.begin(), changes.end(), [](const PayloadReplacement& change) {
            return change.target.empty() || change.target == "$";
        });
    return !is_replaced && !expressions::is_selector_object(payload);
}

/// Reports a payload that cannot be encoded in its content type, whatever values it gets.
void check_payload(const DocumentNode& payload, const Operation& operation, const StepBody& body) {
    if (body.is_text || !stays_structured(*payload.value, body)) return;
    auto fits = check_body_format(content_type_of(body.content_type, operation), *payload.value);
    if (fits) return;
    fits.error().where = payload.where();
    payload.problems->add(ProblemSeverity::kError, std::move(fits.error()));
}

}  // namespace

std::optional<StepBody> read_body(const DocumentNode& node, const Operation* operation) {
    if (!node.value->is_object()) return {};
    if (!operation) {
        node.warning("a step that calls a workflow sends no request body",
                     "pass the inputs of the workflow as parameters");
        return {};
    }
    StepBody body;
    body.content_type = node.text("contentType");
    body.where = node.where();
    check_content_type(node, *operation, body.content_type);
    // Without a payload nothing is sent; the empty string represents that.
    static const Json kNothing = "";
    DocumentNode payload = node["payload"];
    if (!payload.exists()) payload.value = &kNothing;
    body.is_text = payload.value->is_string();
    body.payload = read_template(payload);
    body.replacements = read_replacements(node["replacements"]);
    check_payload(payload, *operation, body);
    return body;
}

std::optional<StepBody> read_message_body(const DocumentNode& node) {
    if (!node.value->is_object()) return {};
    StepBody body;
    body.where = node.where();
    if (node.has("payload")) body.payload = read_template(node["payload"]);
    body.replacements = read_replacements(node["replacements"]);
    return body;
}

}  // namespace plumbline::workflow
