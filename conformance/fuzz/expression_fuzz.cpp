// Expressions and criteria: any text of a suite has the same value wherever it is used, or an error
// that points into the text.

#include "conformance/expressions/expressions.hpp"
#include "conformance/expressions/scope.hpp"
#include "spec/fuzz/fuzzing.hpp"
#include "spec/json/parse.hpp"
#include "spec/json/print.hpp"

#include <nlohmann/json.hpp>

#include <optional>
#include <string>

using namespace plumbline;
using namespace plumbline::expressions;

namespace {

/// Owns the values that its scope points to.
struct SampleScope {
    Json inputs = *parse_json(R"({"name": "demo", "limit": 10, "a": {"b": "c"}, "broken": "("})");
    Json body = *parse_json(R"({"id": "d-1", "count": 3, "items": [{"id": "i"}], "x/y": 2})");
    Json steps = *parse_json(R"({"create": {"outputs": {"id": "d-1", "raw": [1, {"a": null}]}}})");
    http::Response response{200, {{"Content-Type", "application/json"}}, ""};
    std::string url = "http://127.0.0.1/v2?limit=5";

    [[nodiscard]] Scope scope() const {
        Scope scope;
        scope.url = &url;
        scope.response = &response;
        scope.response_body = &body;
        scope.inputs = &inputs;
        scope.steps = &steps;
        return scope;
    }
};

const SourceRef kWhere{"a.yaml", 3, 5};

/// The error of a text shows the text, or the part around the error, with a caret below it.
void check_error(const Error& error) {
    fuzz::check_position(error, kWhere.file);
    if (error.notes.size() < 2 || !error.notes[1].ends_with('^')) return;
    PLUMBLINE_CHECK(error.notes[1].size() <= error.notes[0].size() + 1,
                    "a caret is below the text or right after it");
}

std::optional<Json> evaluated(std::string_view text, const Scope& scope) {
    const auto value = Template::parse(Json(std::string(text)), kWhere);
    if (!value) return std::nullopt;
    auto filled = value->evaluate(scope);
    return filled ? std::optional(std::move(*filled)) : std::nullopt;
}

/// An expression has the same value alone, as a whole template, and, converted to text, inside a
/// text.
void check_expression(std::string_view text, const Scope& scope) {
    const auto expression = Expression::parse(text, kWhere);
    if (!expression) return check_error(expression.error());
    const auto value = resolve(*expression, scope);
    if (!value) {
        PLUMBLINE_CHECK(value.error().code == ErrorCode::kUnresolved,
                        "an expression has a value or is unresolved");
        return;
    }
    PLUMBLINE_CHECK(evaluated(text, scope) == *value, "the value of a whole string keeps its type");
    if (text.find('}') != std::string_view::npos) return;  // it would end the expression early
    const auto inside = evaluated("a{" + std::string(text) + "}b", scope);
    PLUMBLINE_CHECK(inside == Json("a" + plain_text(*value) + "b"),
                    "inside a text an expression is replaced by its value as text");
}

void check_template(std::string_view text, const Scope& scope) {
    const auto value = Template::parse(Json(std::string(text)), kWhere);
    if (!value) return check_error(value.error());
    const auto filled = value->evaluate(scope);
    if (filled && text.find('$') == std::string_view::npos) {
        PLUMBLINE_CHECK(filled->is_string() && filled->get_ref<const std::string&>() == text,
                        "a text without an expression does not change");
    }
}

Result<Criterion> criterion_of(std::string text, CriterionType type) {
    return Criterion::compile({.context = "$response.body#/id",
                               .condition = std::move(text),
                               .type = type,
                               .where = kWhere});
}

void check_condition(const std::string& text, const Scope& scope) {
    const auto criterion = criterion_of(text, CriterionType::kSimple);
    if (!criterion) return check_error(criterion.error());
    const CriterionResult result = criterion->evaluate(scope);
    const auto opposite = criterion_of("!(" + text + ")", CriterionType::kSimple);
    if (!opposite) {
        PLUMBLINE_CHECK(opposite.error().code == ErrorCode::kLimit,
                        "a condition in parentheses is a condition");
        return;
    }
    const CriterionResult negated = opposite->evaluate(scope);
    PLUMBLINE_CHECK(result.got == negated.got && result.unresolved == negated.unresolved,
                    "a negated condition reads the same values");
    PLUMBLINE_CHECK(!result.unresolved.empty() || result.holds != negated.holds,
                    "either a condition or its negation holds");
}

void check_pattern(const std::string& text, const Scope& scope) {
    const auto criterion = criterion_of(text, CriterionType::kRegex);
    if (!criterion) return check_error(criterion.error());
    const CriterionResult result = criterion->evaluate(scope);
    PLUMBLINE_CHECK(!result.holds || result.unresolved.empty(),
                    "an unresolved value does not match a pattern");
    if (text.starts_with('/')) return;  // `/x/i` may be a pattern with flags
    const auto group = criterion_of("(?:" + text + ")", CriterionType::kRegex);
    if (!group) return;  // too long, or `\Q` takes the parenthesis
    PLUMBLINE_CHECK(group->evaluate(scope).holds == result.holds,
                    "a pattern matches the same inside a group");
}

/// A selector selects what a criterion with the same query finds, unless there are too many nodes.
void check_query(const std::string& text, const Scope& scope) {
    const auto criterion = Criterion::compile({.context = "$response.body",
                                               .condition = text,
                                               .type = CriterionType::kJsonPath,
                                               .where = kWhere});
    const auto selector = Template::parse(
        {{"context", "$response.body"}, {"selector", text}, {"type", "jsonpath"}}, kWhere);
    PLUMBLINE_CHECK(criterion.has_value() == selector.has_value(),
                    "a criterion and a selector accept the same queries");
    if (!criterion) return check_error(criterion.error());
    const CriterionResult result = criterion->evaluate(scope);
    PLUMBLINE_CHECK(!result.holds || result.unresolved.empty(),
                    "a criterion that holds has no unresolved part");
    PLUMBLINE_CHECK(result.holds || !selector->evaluate(scope),
                    "a selector without selected nodes has no value");
}

void check_input(std::string_view text) {
    static const SampleScope sample;
    const Scope scope = sample.scope();
    check_expression(text, scope);
    check_template(text, scope);
    check_condition(std::string(text), scope);
    check_pattern(std::string(text), scope);
    check_query(std::string(text), scope);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    return fuzz::run(check_input, bytes, size);
}
