#include "conformance/expressions/criterion.hpp"

#include "conformance/expressions/condition.hpp"
#include "conformance/expressions/context.hpp"
#include "conformance/expressions/expression_path.hpp"
#include "conformance/expressions/interpolation.hpp"
#include "conformance/expressions/jsonpath_criterion.hpp"
#include "conformance/expressions/resolve.hpp"
#include "conformance/expressions/xpath_template.hpp"
#include "spec/base/text.hpp"
#include "spec/json/print.hpp"
#include "spec/regex/regex.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <variant>

namespace plumbline::expressions {

namespace {

// A regular expression that is matched against the value of an expression.
struct RegexCriterion {
    ExpressionPath context;
    Interpolation pattern;
    std::optional<Regex> regex;  // set if the pattern has no expressions
};

// An XPath expression over the value of an expression. It is never evaluated.
struct XPathCriterion {
    ExpressionPath context;
    XPathTemplate query;
};

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

Result<ExpressionPath> compile_context(const CriterionText& text) {
    if (text.context) return parse_context(*text.context, text.where);
    return fail(ErrorCode::kInvalid,
                fmt::format("a criterion of type {} without a context; add the value that it "
                            "checks, e.g. `context: $response.body`",
                            name_of(text.type)),
                text.where,
                {"condition: " + text.condition});
}

Result<Regex> compile_regex(const std::string& pattern, const CriterionText& text) {
    auto regex = Regex::compile(pattern, true);
    if (!regex) {
        Error& error = regex.error();
        error.where = text.where;
        error.notes.insert(error.notes.begin(), "condition: " + text.condition);
    }
    return regex;
}

Result<ConditionNode> compile_simple(const CriterionText& text) {
    // A simple condition does not use its context, but an invalid context is still an error of the
    // suite.
    if (text.context) {
        if (auto context = compile_context(text); !context) return fail(context.error());
    }
    auto condition = parse_condition(text.condition);
    if (!condition) return fail(error_at(condition.error(), text.condition, text.where));
    return *std::move(condition);
}

Result<RegexCriterion> compile_regex_criterion(const CriterionText& text) {
    auto context = compile_context(text);
    if (!context) return fail(context.error());
    auto pattern = Interpolation::parse(text.condition);
    if (!pattern) return fail(error_at(pattern.error(), text.condition, text.where));
    // A pattern with expressions is compiled when their values are known. Compiling it now with a
    // letter in their place finds most errors at load time.
    auto regex = compile_regex(pattern->with_placeholder("x"), text);
    if (!regex) return fail(regex.error());
    RegexCriterion match{*std::move(context), *std::move(pattern), std::nullopt};
    if (!match.pattern.has_expressions()) match.regex = *std::move(regex);
    return match;
}

Result<JsonPathCriterion> compile_jsonpath_criterion(const CriterionText& text) {
    auto context = compile_context(text);
    if (!context) return fail(context.error());
    auto query = JsonPathTemplate::compile(text.condition, text.where);
    if (!query) return fail(query.error());
    return JsonPathCriterion{*std::move(context), *std::move(query)};
}

Result<XPathCriterion> compile_xpath_criterion(const CriterionText& text) {
    auto context = compile_context(text);
    if (!context) return fail(context.error());
    auto query = XPathTemplate::read(text.condition, text.where);
    if (!query) return fail(query.error());
    return XPathCriterion{*std::move(context), *std::move(query)};
}

std::string describe_values(const ExpressionValues& values) {
    std::vector<std::string> parts;
    for (const auto& [expression, value] : values) {
        parts.push_back(fmt::format("{} is {}", expression, value));
    }
    return parts.empty() ? "no expression was read" : join(parts, ", ");
}

CriterionResult evaluate_criterion(const ConditionNode& condition,
                                   const CriterionText& text,
                                   const Scope& scope) {
    ExpressionValues values;
    const auto value = evaluate(condition, scope, values);
    CriterionResult result{value && is_truthy(*value),
                           std::string{trimmed(text.condition)},
                           describe_values(values),
                           ""};
    if (!value) result.unresolved = value.error().message;
    return result;
}

Result<Regex> regex_of(const RegexCriterion& match, const std::string& pattern) {
    if (match.regex) return *match.regex;
    auto regex = Regex::compile(pattern, true);
    if (regex) return regex;
    return fail(
        ErrorCode::kUnresolved,
        fmt::format(
            "unresolved: with its values the pattern is `{}`: {}", pattern, regex.error().message));
}

CriterionResult evaluate_criterion(const RegexCriterion& match,
                                   const CriterionText& text,
                                   const Scope& scope) {
    const auto value = resolve(match.context, scope);
    const auto pattern = match.pattern.evaluate(scope);
    CriterionResult result;
    result.expected =
        fmt::format("{} to match {}", match.context.text, pattern ? *pattern : text.condition);
    result.got =
        fmt::format("{} is {}", match.context.text, value ? to_short_text(*value) : "unresolved");
    if (!value || !pattern) {
        result.unresolved = !value ? value.error().message : pattern.error().message;
        return result;
    }
    const auto regex = regex_of(match, *pattern);
    if (!regex) {
        result.unresolved = regex.error().message;
        return result;
    }
    // A null context fails, whatever the pattern is. Source: Arazzo 1.1, "Regex Conditions".
    result.holds = !value->is_null() && regex->search(plain_text(*value));
    return result;
}

CriterionResult evaluate_criterion(const JsonPathCriterion& selection,
                                   const CriterionText& text,
                                   const Scope& scope) {
    return evaluate_jsonpath(selection, text, scope);
}

CriterionResult evaluate_criterion(const XPathCriterion& check,
                                   const CriterionText&,
                                   const Scope&) {
    return {false,
            fmt::format("{} to have {}", check.context.text, check.query.text()),
            "not evaluated",
            check.query.unsupported_error().value().message};
}

Expression::Uses uses_of(const XPathCriterion& check) {
    Expression::Uses uses = check.context.uses();
    merge_uses(uses, check.query.uses());
    return uses;
}

Expression::Uses uses_of(const JsonPathCriterion& selection) {
    return selection.uses();
}

Expression::Uses uses_of(const ConditionNode& condition) {
    return condition.uses();
}

Expression::Uses uses_of(const RegexCriterion& match) {
    Expression::Uses uses = match.context.uses();
    merge_uses(uses, match.pattern.uses());
    return uses;
}

}  // namespace

struct Criterion::CompiledCriterion {
    CriterionText text;
    std::variant<ConditionNode, RegexCriterion, JsonPathCriterion, XPathCriterion> check;
};

Result<Criterion> Criterion::compile(CriterionText text) {
    auto compiled = std::make_shared<CompiledCriterion>();
    switch (text.type) {
        case CriterionType::kXPath: {
            auto unjudged = compile_xpath_criterion(text);
            if (!unjudged) return fail(unjudged.error());
            compiled->check = *std::move(unjudged);
            break;
        }
        case CriterionType::kJsonPath: {
            auto selection = compile_jsonpath_criterion(text);
            if (!selection) return fail(selection.error());
            compiled->check = *std::move(selection);
            break;
        }
        case CriterionType::kSimple: {
            auto condition = compile_simple(text);
            if (!condition) return fail(condition.error());
            compiled->check = *std::move(condition);
            break;
        }
        case CriterionType::kRegex: {
            auto match = compile_regex_criterion(text);
            if (!match) return fail(match.error());
            compiled->check = *std::move(match);
            break;
        }
    }
    compiled->text = std::move(text);
    Criterion criterion;
    criterion.compiled_ = std::move(compiled);
    return criterion;
}

CriterionResult Criterion::evaluate(const Scope& scope) const {
    const auto by_kind = [&](const auto& check) {
        return expressions::evaluate_criterion(check, compiled_->text, scope);
    };
    return std::visit(by_kind, compiled_->check);
}

const CriterionText& Criterion::text() const {
    return compiled_->text;
}

std::vector<std::string> Criterion::warnings() const {
    const auto* selection = std::get_if<JsonPathCriterion>(&compiled_->check);
    return selection ? selection->query.warnings() : std::vector<std::string>{};
}

Expression::Uses Criterion::uses() const {
    return std::visit([](const auto& check) { return uses_of(check); }, compiled_->check);
}

}  // namespace plumbline::expressions
