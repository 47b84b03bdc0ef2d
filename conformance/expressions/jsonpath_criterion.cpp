#include "conformance/expressions/jsonpath_criterion.hpp"

#include "conformance/expressions/resolve.hpp"
#include "spec/json/print.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace plumbline::expressions {
namespace {

std::string describe_nodes(const NodeList& nodes) {
    const JsonPathMatch& first = nodes[0];
    const std::string what = fmt::format("{}: {}", first.path(), to_short_text(first.value()));
    if (nodes.size() == 1) return "1 node, " + what;
    return fmt::format("{} nodes, the first {}", nodes.size(), what);
}

// The query can select more nodes than are listed. Then the criterion still holds.
void evaluate_over_limit(const JsonPath& query,
                         const Json& value,
                         const Error& limit,
                         CriterionResult& result) {
    const auto exists = query.exists(value);
    result.holds = exists && *exists;
    if (result.holds) {
        result.got = "a node; not all were counted: " + limit.message;
    } else {
        result.unresolved = "unresolved: " + limit.message;
    }
}

// Wrapping changes only filters of the root, and only for authors who test with a runner that wraps
// the context.
bool holds_in_array(const JsonPath& query, const Json& value) {
    if (query.text().rfind("$[?", 0) != 0) return false;
    const Json around = Json::array({value});
    const auto exists = query.exists(around);
    return exists && *exists;
}

}  // namespace

CriterionResult evaluate_jsonpath(const JsonPathCriterion& criterion,
                                  const CriterionText& text,
                                  const Scope& scope) {
    const auto value = resolve(criterion.context, scope);
    const auto query = criterion.query.with_values(scope);
    const std::string& context = criterion.context.text;
    CriterionResult result;
    result.expected =
        fmt::format("{} to have a node at {}", context, query ? query->text() : text.condition);
    result.got = fmt::format("{} is {}", context, value ? to_short_text(*value) : "unresolved");
    if (!value || !query) {
        result.unresolved = !value ? value.error().message : query.error().message;
        return result;
    }
    if (value->is_null()) return result;
    const auto nodes = query->select(*value);
    if (!nodes) {
        evaluate_over_limit(*query, *value, nodes.error(), result);
        return result;
    }
    result.holds = !nodes->empty();
    result.got = nodes->empty() ? "0 nodes; " + result.got : describe_nodes(*nodes);
    if (nodes->empty() && text.retries_in_array && holds_in_array(*query, *value)) {
        result.holds = true;
        result.got = "1 node in an array around the context; " + context + " itself has none";
    }
    return result;
}

Expression::Uses JsonPathCriterion::uses() const {
    Expression::Uses uses = context.uses();
    merge_uses(uses, query.uses());
    return uses;
}

}  // namespace plumbline::expressions
