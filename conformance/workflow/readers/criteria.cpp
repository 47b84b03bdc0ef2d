#include "conformance/workflow/readers/expression_types.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace plumbline::workflow {
namespace {

using expressions::CriterionType;

constexpr DocumentKeyword<CriterionType> kCriterionTypes[]{{"simple", CriterionType::kSimple},
                                                           {"regex", CriterionType::kRegex},
                                                           {"jsonpath", CriterionType::kJsonPath},
                                                           {"xpath", CriterionType::kXPath}};

std::optional<CriterionType> read_criterion_type(const DocumentNode& node) {
    const auto type = read_expression_type(node, "criterion");
    if (!type) return CriterionType::kSimple;
    return read_keyword(*type, kCriterionTypes, "type of criterion");
}

/// Returns whether a condition uses syntax that other runners read differently or not at all:
/// `.name` and `[0]` inside a body, `!x`, parentheses, `''` in a string.
bool uses_nonportable_syntax(std::string_view condition) {
    for (std::size_t i = 0; i < condition.size(); ++i) {
        const char c = condition[i];
        const char next = i + 1 < condition.size() ? condition[i + 1] : ' ';
        if (c == '\'') {
            const std::size_t end = condition.find('\'', i + 1);
            if (end == std::string_view::npos) return false;
            if (end + 1 < condition.size() && condition[end + 1] == '\'') return true;
            i = end;
        } else if (c == '(' || c == '[' || (c == '!' && next != '=')) {
            return true;
        }
    }
    return condition.find("$response.body.") != std::string_view::npos ||
           condition.find("$request.body.") != std::string_view::npos;
}

/// Returns whether a query selects the same nodes of a value and of an array around it: one that
/// searches for a name on every level.
bool selects_by_name(std::string_view query) {
    if (!query.starts_with("$..")) return false;
    const std::string_view next = query.substr(3, 2);
    return next == "['" || next == "[\"" || (!next.empty() && next[0] != '[' && next[0] != '*');
}

/// Other runners put the context into an array before they search it, and they quote the values
/// that are inserted into a query.
void check_query_portability(const DocumentNode& condition) {
    const std::string query = condition.text();
    if (!selects_by_name(query))
        condition.suggest(
            fmt::format("other runners search {} in an array around the context", query),
            "begin the query with `$..NAME`, which selects the same nodes in both");
    if (query.find("{$") != std::string::npos)
        condition.suggest(fmt::format("other runners insert the values into {} with quotes", query),
                          "compare the values with a simple condition");
}

void check_condition_portability(const DocumentNode& condition) {
    const std::string text = condition.text();
    const bool equality =
        text.find("==") != std::string::npos || text.find("!=") != std::string::npos;
    if (equality && text.find('\'') != std::string::npos)
        condition.suggest(
            fmt::format("{} ignores case; other runners may not", text),
            "compare exactly: `context: $response.body#/x, condition: '^TEXT$', type: regex`");
    if (uses_nonportable_syntax(text))
        condition.suggest(fmt::format("{} uses syntax that other runners do not support", text),
                          "compare one value at a pointer: `$response.body#/a/0 == 1`");
}

void check_portability(const DocumentNode& node, const expressions::CriterionText& text) {
    const DocumentNode condition = node["condition"];
    if (text.retries_in_array)
        condition.warning(
            fmt::format("{} is tried on an array around the context as well", text.condition),
            "--lenient-jsonpath enables it; RFC 9535 does not define it");
    if (text.type == CriterionType::kJsonPath) check_query_portability(condition);
    if (text.type != CriterionType::kSimple) return;
    if (text.context)
        node["context"].warning("a simple condition does not use its context",
                                "omit it, or write `type: regex`");
    check_condition_portability(condition);
}

}  // namespace

std::optional<expressions::Criterion> read_criterion(const ReadingContext& reading,
                                                     const DocumentNode& node) {
    const DocumentNode condition = node["condition"];
    if (!condition.value->is_string()) return {};
    const auto type = read_criterion_type(node["type"]);
    if (!type) return {};
    expressions::CriterionText text;
    text.condition = condition.text();
    text.type = *type;
    text.where = node.where();
    text.grammar = grammar_of(node);
    text.retries_in_array = reading.options.lenient_jsonpath &&
                            text.type == CriterionType::kJsonPath &&
                            text.condition.starts_with("$[?");
    if (const std::string context = node.text("context"); !context.empty()) text.context = context;
    check_portability(node, text);
    auto compiled = expressions::Criterion::compile(std::move(text));
    if (compiled) {
        for (const std::string& warning : compiled->warnings())
            condition.warning("in the query, " + warning);
        return *std::move(compiled);
    }
    Error error = compiled.error();
    if (error.where.line == 0) error.where = node.where();
    node.problems->add(ProblemSeverity::kError, std::move(error));
    return {};
}

std::vector<expressions::Criterion> read_criteria(const ReadingContext& reading,
                                                  const DocumentNode& list) {
    std::vector<expressions::Criterion> criteria;
    for (const DocumentNode& node : list.elements()) {
        if (auto criterion = read_criterion(reading, node)) criteria.push_back(*criterion);
    }
    return criteria;
}

}  // namespace plumbline::workflow
