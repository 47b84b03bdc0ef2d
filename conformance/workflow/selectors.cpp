#include "conformance/expressions/selector.hpp"
#include "conformance/workflow/expression_types.hpp"
#include "spec/json/access.hpp"

#include <nlohmann/json.hpp>

namespace plumbline::workflow {
namespace {

void check_selector(const Reading& reading, const Node& node) {
    (void)read_written_type(reading, node, "type", "selector");
    reading.problems.add(Severity::kAdvice,
                         ErrorCode::kInvalid,
                         node.pointer,
                         "other runners do not evaluate Selector Objects",
                         "for one value write its pointer: `$response.body#/items/0/id`");
    refuse_in_1_0(reading.problems, node.pointer, "Selector Objects came");
}

/// Says whether only the type is missing from a Selector Object.
bool lacks_its_type(const Node& node) {
    const Json& value = *node.value;
    if (!member(value, "selector") || !member(value, "context") || member(value, "type"))
        return false;
    Json whole = value;
    whole["type"] = "jsonpath";
    return expressions::is_selector_object(whole);
}

}  // namespace

void check_selectors(const Reading& reading, const Node& node) {
    if (expressions::is_selector_object(*node.value)) return check_selector(reading, node);
    if (lacks_its_type(node)) {
        reading.problems.add(Severity::kWarning,
                             ErrorCode::kInvalid,
                             node.pointer,
                             "a Selector Object without a type is a literal, and stays as it is",
                             "add `type: jsonpath` or `type: jsonpointer`");
    }
    for (const Member& member : members(node)) check_selectors(reading, member.node);
    for (const Node& element : elements(node)) check_selectors(reading, element);
}

}  // namespace plumbline::workflow
