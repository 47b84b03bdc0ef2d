#include "conformance/expressions/criterion.hpp"

#include "conformance/expressions/condition.hpp"
#include "conformance/expressions/interpolation.hpp"
#include "conformance/expressions/jsonpath_template.hpp"
#include "conformance/expressions/xpath_template.hpp"
#include "spec/base/text.hpp"
#include "spec/json/print.hpp"
#include "spec/regex/regex.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <variant>

namespace plumbline::expressions {

namespace {

struct PatternTemplate {
    Interpolation text;
    std::optional<Regex> regex;  // set if the pattern has no expressions

    [[nodiscard]] Expression::Uses uses() const { return text.uses(); }
};

using CompiledCondition =
    std::variant<ConditionNode, PatternTemplate, JsonPathTemplate, XPathTemplate>;

std::string_view name_of(CriterionType type) {
    switch (type) {
        case CriterionType::kSimple:
            return "simple";
        case CriterionType::kRegex:
            return "regex";
        case CriterionType::kJsonPath:
            return "jsonpath";
        case CriterionType::kXPath:
            return "xpath";
    }
    return "unknown";
}

Result<std::optional<Expression>> compile_context(const CriterionText& text) {
    if (text.context) return parse_context(*text.context, text.where, text.grammar);
    if (text.type == CriterionType::kSimple) return std::nullopt;
    return fail(ErrorCode::kInvalid,
                fmt::format("a criterion of type {} without a context; add the value that it "
                            "checks, e.g. `context: $response.body`",
                            name_of(text.type)),
                text.where,
                {"condition: " + text.condition});
}

Result<CompiledCondition> compile_simple(const CriterionText& text) {
    auto condition = parse_condition(text.condition, text.grammar);
    if (!condition) return fail(error_at(condition.error(), text.condition, text.where));
    return *std::move(condition);
}

Result<CompiledCondition> compile_pattern(const CriterionText& text) {
    auto pattern = Interpolation::parse(text.condition, text.grammar);
    if (!pattern) return fail(error_at(pattern.error(), text.condition, text.where));
    // A pattern with expressions is compiled when their values are known. Compiling it now with a
    // letter in their place finds most errors at load time.
    auto regex = Regex::compile(pattern->with_placeholder("x"), true);
    if (!regex) {
        Error error = std::move(regex.error());
        error.where = text.where;
        error.notes.insert(error.notes.begin(), "condition: " + text.condition);
        return fail(std::move(error));
    }
    PatternTemplate compiled{*std::move(pattern), std::nullopt};
    if (!compiled.text.has_expressions()) compiled.regex = *std::move(regex);
    return compiled;
}

Result<CompiledCondition> compile_condition(const CriterionText& text) {
    switch (text.type) {
        case CriterionType::kSimple:
            return compile_simple(text);
        case CriterionType::kRegex:
            return compile_pattern(text);
        case CriterionType::kJsonPath:
            return JsonPathTemplate::compile(text.condition, text.where, text.grammar);
        case CriterionType::kXPath:
            break;
    }
    return XPathTemplate::read(text.condition, text.where, text.grammar);
}

std::string describe_values(const ExpressionValues& values) {
    std::vector<std::string> parts;
    for (const auto& [expression, value] : values) {
        parts.push_back(fmt::format("{} is {}", expression, value));
    }
    return parts.empty() ? "no expression was read" : join(parts, ", ");
}

CriterionResult evaluate_simple(const ConditionNode& condition,
                                const CriterionText& text,
                                const Scope& scope) {
    ExpressionValues values;
    const auto value = evaluate(condition, scope, values);
    return {value && is_truthy(*value),
            std::string{trimmed(text.condition)},
            describe_values(values),
            value ? "" : value.error().message};
}

// Returns the result of a criterion that does not hold. `expected` follows `CONTEXT to`.
CriterionResult failed_result(const Expression& context,
                              std::string_view expected,
                              const Result<Json>& value) {
    return {false,
            fmt::format("{} to {}", context.text, expected),
            fmt::format("{} is {}", context.text, value ? to_short_text(*value) : "unresolved"),
            value ? "" : value.error().message};
}

Result<Regex> regex_of(const PatternTemplate& match, const std::string& pattern) {
    if (match.regex) return *match.regex;
    auto regex = Regex::compile(pattern, true);
    if (regex) return regex;
    return fail(
        ErrorCode::kUnresolved,
        fmt::format(
            "unresolved: with its values the pattern is `{}`: {}", pattern, regex.error().message));
}

CriterionResult evaluate_pattern(const PatternTemplate& match,
                                 const Expression& context,
                                 const CriterionText& text,
                                 const Scope& scope) {
    const auto value = resolve(context, scope);
    const auto pattern = match.text.evaluate(scope);
    CriterionResult result =
        failed_result(context, "match " + (pattern ? *pattern : text.condition), value);
    if (!value) return result;
    const auto regex =
        pattern.and_then([&](const std::string& written) { return regex_of(match, written); });
    if (!regex) {
        result.unresolved = regex.error().message;
        return result;
    }
    // A null context fails, whatever the pattern is. Source: Arazzo 1.1, "Regex Conditions".
    result.holds = !value->is_null() && regex->search(plain_text(*value));
    return result;
}

std::string describe_nodes(const NodeList& nodes) {
    const JsonPathMatch& first = nodes[0];
    const std::string what = fmt::format("{}: {}", first.path(), to_short_text(first.value()));
    if (nodes.size() == 1) return "1 node, " + what;
    return fmt::format("{} nodes, the first {}", nodes.size(), what);
}

// Wrapping changes only filters of the root, and only for authors who test with a runner that wraps
// the context.
bool holds_in_array(const JsonPath& query, const Json& value, const JsonPathLimits& limits) {
    if (!query.text().starts_with("$[?")) return false;
    const Json around = Json::array({value});
    const auto exists = query.exists(around, limits);
    return exists && *exists;
}

// A null context fails, whatever the query is. Source: Arazzo 1.1, "JSONPath Conditions".
CriterionResult evaluate_query(const JsonPathTemplate& written,
                               const Expression& context,
                               const CriterionText& text,
                               const Scope& scope) {
    const auto value = resolve(context, scope);
    const auto query = written.with_values(scope);
    CriterionResult result =
        failed_result(context, "have a node at " + (query ? query->text() : text.condition), value);
    if (!value) return result;
    if (!query) {
        result.unresolved = query.error().message;
        return result;
    }
    if (value->is_null()) return result;
    JsonPathAllowance own;
    JsonPathLimits limits;
    limits.allowance = scope.allowance ? scope.allowance.get() : &own;
    limits.allowance->is_exceeded = false;
    const auto nodes = query->select(*value, limits);
    if (!nodes) {
        const bool was_exceeded = limits.allowance->is_exceeded;
        // The query can select more nodes than are listed. Then the criterion still holds.
        const auto exists = query->exists(*value, limits);
        result.holds = exists && *exists;
        if (result.holds) {
            result.got = "a node; not all were counted: " + nodes.error().message;
        } else {
            result.took_too_long = was_exceeded || limits.allowance->is_exceeded;
            result.unresolved =
                (result.took_too_long ? "judging took too long: " : "unresolved: ") +
                nodes.error().message;
        }
        return result;
    }
    result.holds = !nodes->empty();
    result.got = nodes->empty() ? "0 nodes; " + result.got : describe_nodes(*nodes);
    if (nodes->empty() && text.retries_in_array && holds_in_array(*query, *value, limits)) {
        result.holds = true;
        result.got = "1 node in an array around the context; " + context.text + " itself has none";
    } else if (limits.allowance->is_exceeded) {
        result.took_too_long = true;
        result.unresolved = "judging took too long";
    }
    return result;
}

}  // namespace

struct Criterion::CompiledCriterion {
    CriterionText text;
    std::optional<Expression> context;  // a simple condition does not use it
    CompiledCondition condition;
};

Result<Criterion> Criterion::compile(CriterionText text) {
    // An invalid context is an error of the suite, even if it is not used.
    auto context = compile_context(text);
    if (!context) return fail(context.error());
    auto condition = compile_condition(text);
    if (!condition) return fail(condition.error());
    Criterion criterion;
    criterion.compiled_ = std::make_shared<const CompiledCriterion>(
        CompiledCriterion{std::move(text), *std::move(context), *std::move(condition)});
    return criterion;
}

CriterionResult Criterion::evaluate(const Scope& scope) const {
    const auto& [text, context, condition] = *compiled_;
    if (const auto* simple = std::get_if<ConditionNode>(&condition))
        return evaluate_simple(*simple, text, scope);
    if (const auto* pattern = std::get_if<PatternTemplate>(&condition))
        return evaluate_pattern(*pattern, *context, text, scope);
    if (const auto* query = std::get_if<JsonPathTemplate>(&condition))
        return evaluate_query(*query, *context, text, scope);
    const auto& xpath = std::get<XPathTemplate>(condition);
    return {false,
            fmt::format("{} to have {}", context->text, xpath.text()),
            "not evaluated",
            xpath.unsupported_error().value().message};
}

const CriterionText& Criterion::text() const {
    return compiled_->text;
}

std::vector<std::string> Criterion::warnings() const {
    const auto* query = std::get_if<JsonPathTemplate>(&compiled_->condition);
    return query ? query->warnings() : std::vector<std::string>{};
}

Expression::Uses Criterion::uses() const {
    const auto& [text, context, condition] = *compiled_;
    Expression::Uses uses;
    if (context && text.type != CriterionType::kSimple) uses = context->uses();
    uses.merge(std::visit([](const auto& part) { return part.uses(); }, condition));
    return uses;
}

}  // namespace plumbline::expressions
