#include "conformance/expressions/expressions.hpp"
#include "conformance/workflow/body_format.hpp"
#include "conformance/workflow/readers/expression_types.hpp"
#include "spec/base/text.hpp"
#include "spec/json/access.hpp"
#include "spec/json/pointer.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace plumbline::workflow {
namespace {

void report_target_type(const ReadingContext& reading, const ExpressionType& type) {
    reading.problems.add(ProblemSeverity::kError,
                         ErrorCode::kInvalid,
                         type.node.pointer,
                         fmt::format("a replacement's target cannot be of type {}", type.name),
                         "give the target as a JSON pointer, `/a/0/b`, or as a query with "
                         "`targetSelectorType: jsonpath`");
}

/// Reads a target that is a query; returns false if it is invalid.
bool read_query(const ReadingContext& reading,
                const DocumentNode& target,
                PayloadReplacement& replacement) {
    auto query = expressions::JsonPathTemplate::compile(replacement.target, reading.where(target));
    if (!query) {
        reading.problems.add(ProblemSeverity::kError, std::move(query.error()));
        return false;
    }
    for (const std::string& warning : query->warnings()) {
        reading.problems.add(ProblemSeverity::kWarning,
                             ErrorCode::kInvalid,
                             target.pointer,
                             "in the query, " + warning);
    }
    replacement.query = *std::move(query);
    return true;
}

/// Reads a target that is an XPath expression; returns false if it is invalid.
bool read_xpath(const ReadingContext& reading,
                const DocumentNode& target,
                PayloadReplacement& replacement) {
    auto xpath = expressions::XPathTemplate::read(replacement.target, reading.where(target));
    if (!xpath) {
        reading.problems.add(ProblemSeverity::kError, std::move(xpath.error()));
        return false;
    }
    replacement.xpath = *std::move(xpath);
    return true;
}

/// Reads the target of a replacement; returns false if it cannot be used.
bool read_replacement_target(const ReadingContext& reading,
                             const DocumentNode& node,
                             PayloadReplacement& replacement) {
    const Json& target = *member(*node.value, "target");
    replacement.target = target.get<std::string>();
    const DocumentNode target_node = node.child("target", target);
    const auto type = read_expression_type(reading, node, "targetSelectorType", "target");
    if (!type && member(*node.value, "targetSelectorType")) return false;  // already reported
    if (type && type->name == "jsonpath") return read_query(reading, target_node, replacement);
    if (type && type->name == "xpath") return read_xpath(reading, target_node, replacement);
    if (type && type->name != "jsonpointer") {
        report_target_type(reading, *type);
        return false;
    }
    if (JsonPointer::parse(replacement.target)) return true;
    reading.problems.add(ProblemSeverity::kError,
                         ErrorCode::kSyntax,
                         target_node.pointer,
                         fmt::format("{} is not a JSON pointer", replacement.target),
                         "write `/a/0/b`, with ~1 for / and ~0 for ~ inside a name, or add "
                         "`targetSelectorType: jsonpath`");
    return false;
}

void check_content_type(const ReadingContext& reading,
                        const DocumentNode& node,
                        const Operation& operation,
                        const std::string& content_type) {
    if (!operation.body) {
        reading.problems.add(ProblemSeverity::kWarning,
                             ErrorCode::kInvalid,
                             node.pointer,
                             fmt::format("operation {} has no request body", operation.id));
        return;
    }
    std::vector<std::string> known;
    for (const MediaType& content : operation.body->content) known.push_back(content.name);
    // Parameters of a media type (`; charset=utf-8`) do not belong to its name.
    const std::string name(trimmed(content_type.substr(0, content_type.find(';'))));
    const bool fits = std::any_of(known.begin(), known.end(), [&](const std::string& type) {
        return matches_glob(to_lower(name), to_lower(type));
    });
    if (content_type.empty() || fits) return;
    reading.problems.add(ProblemSeverity::kWarning,
                         ErrorCode::kNotFound,
                         node.pointer + "/contentType",
                         fmt::format("operation {} does not accept {}", operation.id, content_type),
                         suggestion(content_type, known));
}

/// Returns whether the sent payload is the object or array that is written: a Selector Object is
/// replaced by what it selects, and a replacement may replace the whole payload.
bool stays_structured(const Json& payload, const StepBody& body) {
    const bool is_replaced =
        std::any_of(body.replacements.begin(),
                    body.replacements.end(),
                    [](const PayloadReplacement& replacement) {
                        return replacement.target.empty() || replacement.target == "$";
                    });
    return !is_replaced && !expressions::is_selector_object(payload);
}

/// Reports a payload that cannot be encoded in its content type, whatever values it gets.
void check_payload(const ReadingContext& reading,
                   const DocumentNode& payload,
                   const Operation& operation,
                   const StepBody& body) {
    if (body.is_text || !stays_structured(*payload.value, body)) return;
    const auto fits =
        check_body_format(content_type_of(body.content_type, operation), *payload.value);
    if (fits) return;
    Error error = fits.error();
    error.where = reading.where(payload);
    reading.problems.add(ProblemSeverity::kError, std::move(error));
}

}  // namespace

std::vector<PayloadReplacement> read_replacements(const ReadingContext& reading,
                                                  const DocumentNode& body) {
    std::vector<PayloadReplacement> replacements;
    for (const DocumentNode& node : elements_at(body, "replacements")) {
        const Json* value = member(*node.value, "value");
        const Json* target = member(*node.value, "target");
        if (!value || !target || !target->is_string()) continue;
        PayloadReplacement replacement;
        if (!read_replacement_target(reading, node, replacement)) continue;
        replacement.value = read_template(reading, node.child("value", *value));
        replacement.where = reading.where(node);
        replacements.push_back(std::move(replacement));
    }
    return replacements;
}

std::optional<StepBody> read_body(const ReadingContext& reading,
                                  const DocumentNode& step_node,
                                  const Operation* operation) {
    const Json* value = member(*step_node.value, "requestBody");
    if (!value || !value->is_object()) return {};
    const DocumentNode node = step_node.child("requestBody", *value);
    if (!operation) {
        reading.problems.add(ProblemSeverity::kWarning,
                             ErrorCode::kInvalid,
                             node.pointer,
                             "a step that calls a workflow sends no request body",
                             "pass the inputs of the workflow as parameters");
        return {};
    }
    StepBody body;
    body.content_type = text_at(node, "contentType");
    body.where = reading.where(node);
    check_content_type(reading, node, *operation, body.content_type);
    // Without a payload nothing is sent; the empty string represents that.
    static const Json kNothing = "";
    const Json* payload = member(*node.value, "payload");
    body.is_text = !payload || payload->is_string();
    const DocumentNode payload_node = node.child("payload", payload ? *payload : kNothing);
    body.payload = read_template(reading, payload_node);
    body.replacements = read_replacements(reading, node);
    check_payload(reading, payload_node, *operation, body);
    return body;
}

}  // namespace plumbline::workflow
