#include "conformance/expressions/expressions.hpp"
#include "conformance/workflow/readers/expression_types.hpp"
#include "spec/json/access.hpp"

#include <nlohmann/json.hpp>

namespace plumbline::workflow {
namespace {

void check_selector(const ReadingContext& reading, const DocumentNode& node) {
    (void)read_expression_type(reading, node, "type", "selector");
    reading.problems.add(ProblemSeverity::kSuggestion,
                         ErrorCode::kInvalid,
                         node.pointer,
                         "other runners do not evaluate Selector Objects",
                         "for a single value, write its pointer: `$response.body#/items/0/id`");
    require_arazzo_1_1(reading.problems, node.pointer, "Selector Objects require");
}

/// Returns whether a Selector Object is complete except for its type.
bool lacks_type(const DocumentNode& node) {
    const Json& value = *node.value;
    if (!member(value, "selector") || !member(value, "context") || member(value, "type"))
        return false;
    Json whole = value;
    whole["type"] = "jsonpath";
    return expressions::is_selector_object(whole);
}

}  // namespace

void check_selectors(const ReadingContext& reading, const DocumentNode& node) {
    if (expressions::is_selector_object(*node.value)) return check_selector(reading, node);
    if (lacks_type(node)) {
        reading.problems.add(ProblemSeverity::kWarning,
                             ErrorCode::kInvalid,
                             node.pointer,
                             "a Selector Object without a type is a literal and is not replaced",
                             "add `type: jsonpath` or `type: jsonpointer`");
    }
    for (const DocumentMember& member : members(node)) check_selectors(reading, member.node);
    for (const DocumentNode& element : elements(node)) check_selectors(reading, element);
}

}  // namespace plumbline::workflow
