// Expressions and criteria: whatever a suite holds, there is a value, the same wherever it stands,
// or a complaint that points into the text.

#include "conformance/expressions/criterion.hpp"
#include "conformance/expressions/expression.hpp"
#include "conformance/expressions/scope.hpp"
#include "spec/fuzz/fuzzing.hpp"
#include "spec/json/parse.hpp"

#include <nlohmann/json.hpp>

#include <optional>
#include <string>

using namespace plumbline;
using namespace plumbline::expressions;

namespace {

/// Owns what its scope points to.
struct Sample {
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

/// A complaint about a text shows it, or the part around the mistake, with a caret below.
void check_complaint(const Error& error) {
    fuzz::check_place(error, kWhere.file);
    if (error.notes.size() < 2 || !error.notes[1].ends_with('^')) return;
    PLUMBLINE_CHECK(error.notes[1].size() <= error.notes[0].size() + 1,
                    "a caret stands below the text or right behind it");
}

std::optional<Json> evaluated(std::string_view text, const Scope& scope) {
    const auto value = Template::parse(Json(std::string(text)), kWhere);
    if (!value) return std::nullopt;
    auto filled = value->evaluate(scope);
    return filled ? std::optional(std::move(*filled)) : std::nullopt;
}

/// What an expression gives alone it gives as a whole value as well, and within a text as text.
void check_expression(std::string_view text, const Scope& scope) {
    const auto expression = Expression::parse(text, kWhere);
    if (!expression) return check_complaint(expression.error());
    const auto value = expression->evaluate(scope);
    if (!value) {
        PLUMBLINE_CHECK(value.error().code == ErrorCode::kUnresolved,
                        "an expression has a value or is unresolved");
        return;
    }
    PLUMBLINE_CHECK(evaluated(text, scope) == *value, "a whole value keeps its type");
    if (text.find('}') != std::string_view::npos) return;  // it would end the expression early
    const auto inside = evaluated("a{" + std::string(text) + "}b", scope);
    PLUMBLINE_CHECK(inside == Json("a" + plain_text(*value) + "b"),
                    "within a text it is replaced by its text");
}

void check_template(std::string_view text, const Scope& scope) {
    const auto value = Template::parse(Json(std::string(text)), kWhere);
    if (!value) return check_complaint(value.error());
    const auto filled = value->evaluate(scope);
    if (filled && text.find('$') == std::string_view::npos) {
        PLUMBLINE_CHECK(filled->is_string() && filled->get_ref<const std::string&>() == text,
                        "text without an expression stays as it is");
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
    if (!criterion) return check_complaint(criterion.error());
    const Judgement judgement = criterion->judge(scope);
    const auto opposite = criterion_of("!(" + text + ")", CriterionType::kSimple);
    if (!opposite) {
        PLUMBLINE_CHECK(opposite.error().code == ErrorCode::kLimit,
                        "what is a condition is one in parentheses");
        return;
    }
    const Judgement denied = opposite->judge(scope);
    PLUMBLINE_CHECK(judgement.got == denied.got && judgement.unresolved == denied.unresolved,
                    "a condition reads the same when it is denied");
    PLUMBLINE_CHECK(!judgement.unresolved.empty() || judgement.holds != denied.holds,
                    "a condition holds or its denial does");
}

void check_pattern(const std::string& text, const Scope& scope) {
    const auto criterion = criterion_of(text, CriterionType::kRegex);
    if (!criterion) return check_complaint(criterion.error());
    const Judgement judgement = criterion->judge(scope);
    PLUMBLINE_CHECK(!judgement.holds || judgement.unresolved.empty(),
                    "what could not be read does not fit a pattern");
    if (text.starts_with('/')) return;  // `/x/i` may be a pattern with flags
    const auto group = criterion_of("(?:" + text + ")", CriterionType::kRegex);
    if (!group) return;  // too long, or `\Q` takes the parenthesis
    PLUMBLINE_CHECK(group->judge(scope).holds == judgement.holds,
                    "a pattern finds in a group what it finds alone");
}

/// A selector takes what a criterion of the same query finds, unless that is too much.
void check_query(const std::string& text, const Scope& scope) {
    const auto criterion = Criterion::compile({.context = "$response.body",
                                               .condition = text,
                                               .type = CriterionType::kJsonPath,
                                               .where = kWhere});
    const auto selector = Template::parse(
        {{"context", "$response.body"}, {"selector", text}, {"type", "jsonpath"}}, kWhere);
    PLUMBLINE_CHECK(criterion.has_value() == selector.has_value(),
                    "what is a query for one is a query for the other");
    if (!criterion) return check_complaint(criterion.error());
    const Judgement judgement = criterion->judge(scope);
    PLUMBLINE_CHECK(!judgement.holds || judgement.unresolved.empty(),
                    "where something is selected all was read");
    PLUMBLINE_CHECK(judgement.holds || !selector->evaluate(scope),
                    "where nothing is selected there is no value");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    static const Sample sample;
    const std::string_view text = fuzz::text_of(bytes, size);
    const Scope scope = sample.scope();
    check_expression(text, scope);
    check_template(text, scope);
    check_condition(std::string(text), scope);
    check_pattern(std::string(text), scope);
    check_query(std::string(text), scope);
    return 0;
}
