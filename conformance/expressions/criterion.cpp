#include "conformance/expressions/criterion.hpp"

#include "conformance/expressions/condition.hpp"
#include "conformance/expressions/context.hpp"
#include "conformance/expressions/interpolation.hpp"
#include "conformance/expressions/path.hpp"
#include "conformance/expressions/resolve.hpp"
#include "conformance/expressions/selection.hpp"
#include "conformance/expressions/xpath.hpp"
#include "spec/base/text.hpp"
#include "spec/json/print.hpp"
#include "spec/regex/regex.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <variant>

namespace plumbline::expressions {

namespace {

// A regular expression over the value of an expression.
struct Match {
    Path context;
    Interpolation pattern;
    std::optional<Regex> regex;  // set if the pattern holds no expression
};

// An XPath expression over the value of an expression. It is never judged.
struct Unjudged {
    Path context;
    XPathText query;
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

Result<Path> compile_context(const CriterionText& text) {
    if (text.context) return parse_context(*text.context, text.where);
    return fail(ErrorCode::kInvalid,
                fmt::format("a criterion of type {} without a context; say which value it is "
                            "about, e.g. `context: $response.body`",
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

Result<Condition> compile_simple(const CriterionText& text) {
    // A simple condition has no use for a context, but a broken one is still a mistake of the
    // suite.
    if (text.context) {
        if (auto context = compile_context(text); !context) return fail(context.error());
    }
    auto condition = parse_condition(text.condition);
    if (!condition) return fail(error_at(condition.error(), text.condition, text.where));
    return *std::move(condition);
}

Result<Match> compile_match(const CriterionText& text) {
    auto context = compile_context(text);
    if (!context) return fail(context.error());
    auto pattern = Interpolation::parse(text.condition);
    if (!pattern) return fail(error_at(pattern.error(), text.condition, text.where));
    // A pattern with expressions is compiled when they have values; a letter in their place shows
    // most mistakes now.
    auto regex = compile_regex(pattern->with_stand_in("x"), text);
    if (!regex) return fail(regex.error());
    Match match{*std::move(context), *std::move(pattern), std::nullopt};
    if (!match.pattern.has_expressions()) match.regex = *std::move(regex);
    return match;
}

Result<Selection> compile_selection(const CriterionText& text) {
    auto context = compile_context(text);
    if (!context) return fail(context.error());
    auto query = Query::compile(text.condition, text.where);
    if (!query) return fail(query.error());
    return Selection{*std::move(context), *std::move(query)};
}

Result<Unjudged> compile_xpath(const CriterionText& text) {
    auto context = compile_context(text);
    if (!context) return fail(context.error());
    auto query = XPathText::read(text.condition, text.where);
    if (!query) return fail(query.error());
    return Unjudged{*std::move(context), *std::move(query)};
}

std::string listed(const Readings& readings) {
    std::vector<std::string> parts;
    for (const auto& [expression, value] : readings) {
        parts.push_back(fmt::format("{} is {}", expression, value));
    }
    return parts.empty() ? "nothing read" : join(parts, ", ");
}

Judgement judge(const Condition& condition, const CriterionText& text, const Scope& scope) {
    Readings readings;
    const auto value = evaluate(condition, scope, readings);
    Judgement judgement{
        value && is_truthy(*value), std::string{trimmed(text.condition)}, listed(readings), ""};
    if (!value) judgement.unresolved = value.error().message;
    return judgement;
}

Result<Regex> regex_of(const Match& match, const std::string& pattern) {
    if (match.regex) return *match.regex;
    auto regex = Regex::compile(pattern, true);
    if (regex) return regex;
    return fail(
        ErrorCode::kUnresolved,
        fmt::format(
            "unresolved: with its values the pattern is `{}`: {}", pattern, regex.error().message));
}

Judgement judge(const Match& match, const CriterionText& text, const Scope& scope) {
    const auto value = resolve(match.context, scope);
    const auto pattern = match.pattern.evaluate(scope);
    Judgement judgement;
    judgement.expected =
        fmt::format("{} to match {}", match.context.text, pattern ? *pattern : text.condition);
    judgement.got =
        fmt::format("{} is {}", match.context.text, value ? to_short_text(*value) : "unresolved");
    if (!value || !pattern) {
        judgement.unresolved = !value ? value.error().message : pattern.error().message;
        return judgement;
    }
    const auto regex = regex_of(match, *pattern);
    if (!regex) {
        judgement.unresolved = regex.error().message;
        return judgement;
    }
    // A null context fails whatever the pattern. Source: Arazzo 1.1, "Regex Conditions".
    judgement.holds = !value->is_null() && regex->search(plain_text(*value));
    return judgement;
}

Judgement judge(const Selection& selection, const CriterionText& text, const Scope& scope) {
    return judge_selection(selection, text, scope);
}

Judgement judge(const Unjudged& check, const CriterionText&, const Scope&) {
    return {false,
            fmt::format("{} to have {}", check.context.text, check.query.text()),
            "not looked at",
            check.query.refusal().value().message};
}

Expression::Uses uses_of(const Unjudged& check) {
    Expression::Uses uses = check.context.uses();
    merge_uses(uses, check.query.uses());
    return uses;
}

Expression::Uses uses_of(const Selection& selection) {
    return selection.uses();
}

Expression::Uses uses_of(const Condition& condition) {
    return condition.uses();
}

Expression::Uses uses_of(const Match& match) {
    Expression::Uses uses = match.context.uses();
    merge_uses(uses, match.pattern.uses());
    return uses;
}

}  // namespace

struct Criterion::Compiled {
    CriterionText text;
    std::variant<Condition, Match, Selection, Unjudged> check;
};

Result<Criterion> Criterion::compile(CriterionText text) {
    auto compiled = std::make_shared<Compiled>();
    switch (text.type) {
        case CriterionType::kXPath: {
            auto unjudged = compile_xpath(text);
            if (!unjudged) return fail(unjudged.error());
            compiled->check = *std::move(unjudged);
            break;
        }
        case CriterionType::kJsonPath: {
            auto selection = compile_selection(text);
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
            auto match = compile_match(text);
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

Judgement Criterion::judge(const Scope& scope) const {
    const auto by_kind = [&](const auto& check) {
        return expressions::judge(check, compiled_->text, scope);
    };
    return std::visit(by_kind, compiled_->check);
}

const CriterionText& Criterion::text() const {
    return compiled_->text;
}

std::vector<std::string> Criterion::remarks() const {
    const auto* selection = std::get_if<Selection>(&compiled_->check);
    return selection ? selection->query.remarks() : std::vector<std::string>{};
}

Expression::Uses Criterion::uses() const {
    return std::visit([](const auto& check) { return uses_of(check); }, compiled_->check);
}

}  // namespace plumbline::expressions
