#include "conformance/expressions/selector.hpp"
#include "conformance/workflow/body_form.hpp"
#include "conformance/workflow/expression_types.hpp"
#include "spec/base/text.hpp"
#include "spec/json/access.hpp"
#include "spec/json/pointer.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace plumbline::workflow {
namespace {

void refuse_target(const Reading& reading, const WrittenType& type) {
    reading.problems.add(Severity::kError,
                         ErrorCode::kInvalid,
                         type.node.pointer,
                         fmt::format("a replacement's target cannot be of type {}", type.name),
                         "give the target as JSON pointer, `/a/0/b`, or as query with "
                         "`targetSelectorType: jsonpath`");
}

/// Reads a target that is a query; false if it is none.
bool read_query(const Reading& reading, const Node& target, Replacement& replacement) {
    auto query = expressions::Query::compile(replacement.target, reading.where(target));
    if (!query) {
        reading.problems.add(Severity::kError, std::move(query.error()));
        return false;
    }
    for (const std::string& remark : query->remarks()) {
        reading.problems.add(
            Severity::kWarning, ErrorCode::kInvalid, target.pointer, "in the query, " + remark);
    }
    replacement.query = *std::move(query);
    return true;
}

/// Reads a target that is an XPath expression; false if it is none.
bool read_xpath(const Reading& reading, const Node& target, Replacement& replacement) {
    auto xpath = expressions::XPathText::read(replacement.target, reading.where(target));
    if (!xpath) {
        reading.problems.add(Severity::kError, std::move(xpath.error()));
        return false;
    }
    replacement.xpath = *std::move(xpath);
    return true;
}

/// Reads what a replacement is for; false if that cannot be used.
bool read_replaced(const Reading& reading, const Node& node, Replacement& replacement) {
    const Json& target = *member(*node.value, "target");
    replacement.target = target.get<std::string>();
    const Node target_node = node.child("target", target);
    const auto type = read_written_type(reading, node, "targetSelectorType", "target");
    if (!type && member(*node.value, "targetSelectorType")) return false;  // noted
    if (type && type->name == "jsonpath") return read_query(reading, target_node, replacement);
    if (type && type->name == "xpath") return read_xpath(reading, target_node, replacement);
    if (type && type->name != "jsonpointer") {
        refuse_target(reading, *type);
        return false;
    }
    if (JsonPointer::parse(replacement.target)) return true;
    reading.problems.add(Severity::kError,
                         ErrorCode::kSyntax,
                         target_node.pointer,
                         fmt::format("{} is no JSON pointer", replacement.target),
                         "write `/a/0/b`, with ~1 for / and ~0 for ~ inside a name, or add "
                         "`targetSelectorType: jsonpath`");
    return false;
}

void check_declared(const Reading& reading,
                    const Node& node,
                    const Operation& operation,
                    const std::string& content_type) {
    if (!operation.body) {
        reading.problems.add(Severity::kWarning,
                             ErrorCode::kInvalid,
                             node.pointer,
                             fmt::format("operation {} takes no request body", operation.id));
        return;
    }
    std::vector<std::string> known;
    for (const Content& content : operation.body->content) known.push_back(content.media_type);
    // Parameters of a media type (`; charset=utf-8`) are no part of its name.
    const std::string name(trimmed(content_type.substr(0, content_type.find(';'))));
    const bool fits = std::any_of(known.begin(), known.end(), [&](const std::string& type) {
        return matches_glob(to_lower(name), to_lower(type));
    });
    if (content_type.empty() || fits) return;
    reading.problems.add(Severity::kWarning,
                         ErrorCode::kNotFound,
                         node.pointer + "/contentType",
                         fmt::format("operation {} does not take {}", operation.id, content_type),
                         suggestion(content_type, known));
}

/// Says whether the payload that is sent is the object or list that is written: a Selector Object
/// becomes what it selects, and a replacement may put anything in the place of the whole.
bool stays_structured(const Json& payload, const Body& body) {
    const bool is_replaced = std::any_of(
        body.replacements.begin(), body.replacements.end(), [](const Replacement& replacement) {
            return replacement.target.empty() || replacement.target == "$";
        });
    return !is_replaced && !expressions::is_selector_object(payload);
}

/// Notes a payload that could not be sent as its type whatever values it gets.
void check_payload(const Reading& reading,
                   const Node& payload,
                   const Operation& operation,
                   const Body& body) {
    if (body.is_text || !stays_structured(*payload.value, body)) return;
    const auto fits = check_form(content_type_of(body.content_type, operation), *payload.value);
    if (fits) return;
    Error error = fits.error();
    error.where = reading.where(payload);
    reading.problems.add(Severity::kError, std::move(error));
}

}  // namespace

std::vector<Replacement> read_replacements(const Reading& reading, const Node& body) {
    std::vector<Replacement> replacements;
    for (const Node& node : elements_at(body, "replacements")) {
        const Json* value = member(*node.value, "value");
        const Json* target = member(*node.value, "target");
        if (!value || !target || !target->is_string()) continue;
        Replacement replacement;
        if (!read_replaced(reading, node, replacement)) continue;
        replacement.value = read_template(reading, node.child("value", *value));
        replacement.where = reading.where(node);
        replacements.push_back(std::move(replacement));
    }
    return replacements;
}

std::optional<Body> read_body(const Reading& reading,
                              const Node& step_node,
                              const Operation* operation) {
    const Json* value = member(*step_node.value, "requestBody");
    if (!value || !value->is_object()) return {};
    const Node node = step_node.child("requestBody", *value);
    if (!operation) {
        reading.problems.add(Severity::kWarning,
                             ErrorCode::kInvalid,
                             node.pointer,
                             "a step that calls a workflow sends no request body",
                             "give the workflow its inputs as parameters");
        return {};
    }
    Body body;
    body.content_type = text_at(node, "contentType");
    body.where = reading.where(node);
    check_declared(reading, node, *operation, body.content_type);
    // Without a payload nothing is sent, which is what the empty text stands for.
    static const Json kNothing = "";
    const Json* payload = member(*node.value, "payload");
    body.is_text = !payload || payload->is_string();
    const Node payload_node = node.child("payload", payload ? *payload : kNothing);
    body.payload = read_template(reading, payload_node);
    body.replacements = read_replacements(reading, node);
    check_payload(reading, payload_node, *operation, body);
    return body;
}

}  // namespace plumbline::workflow
