#include "conformance/expressions/selection.hpp"

#include "conformance/expressions/resolve.hpp"
#include "spec/json/print.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace plumbline::expressions {
namespace {

std::string told(const NodeList& nodes) {
    const NodeList::Node first = nodes[0];
    const std::string what = fmt::format("{}: {}", first.path(), to_short_text(first.value()));
    if (nodes.size() == 1) return "1 node, " + what;
    return fmt::format("{} nodes, the first {}", nodes.size(), what);
}

// More nodes than can be listed are nodes nevertheless.
void judge_uncounted(const JsonPath& query,
                     const Json& value,
                     const Error& limit,
                     Judgement& judgement) {
    const auto exists = query.exists(value);
    judgement.holds = exists && *exists;
    if (judgement.holds) {
        judgement.got = "a node; not all were counted: " + limit.message;
    } else {
        judgement.unresolved = "unresolved: " + limit.message;
    }
}

// The root's own filter is what wrapping changes for those who wrote with a wrapping runner in
// mind.
bool holds_in_array(const JsonPath& query, const Json& value) {
    if (query.text().rfind("$[?", 0) != 0) return false;
    const Json around = Json::array({value});
    const auto exists = query.exists(around);
    return exists && *exists;
}

}  // namespace

Judgement judge_selection(const Selection& selection,
                          const CriterionText& text,
                          const Scope& scope) {
    const auto value = resolve(selection.context, scope);
    const auto query = selection.query.with_values(scope);
    const std::string& context = selection.context.text;
    Judgement judgement;
    judgement.expected =
        fmt::format("{} to have a node at {}", context, query ? query->text() : text.condition);
    judgement.got = fmt::format("{} is {}", context, value ? to_short_text(*value) : "unresolved");
    if (!value || !query) {
        judgement.unresolved = !value ? value.error().message : query.error().message;
        return judgement;
    }
    if (value->is_null()) return judgement;
    const auto nodes = query->select(*value);
    if (!nodes) {
        judge_uncounted(*query, *value, nodes.error(), judgement);
        return judgement;
    }
    judgement.holds = !nodes->empty();
    judgement.got = nodes->empty() ? "0 nodes; " + judgement.got : told(*nodes);
    if (nodes->empty() && text.retries_in_array && holds_in_array(*query, *value)) {
        judgement.holds = true;
        judgement.got = "1 node in an array around the context; " + context + " itself has none";
    }
    return judgement;
}

Expression::Uses Selection::uses() const {
    Expression::Uses uses = context.uses();
    merge_uses(uses, query.uses());
    return uses;
}

}  // namespace plumbline::expressions
