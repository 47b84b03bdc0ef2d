// Expressions and criteria: whatever a suite holds, there is a value, or a complaint that points
// into the text.

#include "conformance/expressions/criterion.hpp"
#include "conformance/expressions/expression.hpp"
#include "conformance/expressions/scope.hpp"
#include "spec/fuzz/fuzzing.hpp"
#include "spec/json/parse.hpp"

#include <nlohmann/json.hpp>

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

void check_expression(std::string_view text, const Scope& scope) {
    const auto expression = Expression::parse(text, kWhere);
    if (!expression) {
        fuzz::check_place(expression.error(), kWhere.file);
        return;
    }
    PLUMBLINE_CHECK(expression->text() == text, "an expression keeps its text");
    const auto value = expression->evaluate(scope);
    if (!value) {
        PLUMBLINE_CHECK(value.error().code == ErrorCode::kUnresolved,
                        "an expression has a value or is unresolved");
    }
}

void check_template(std::string_view text, const Scope& scope) {
    const auto value = Template::parse(Json(std::string(text)), kWhere);
    if (!value) {
        fuzz::check_place(value.error(), kWhere.file);
        return;
    }
    const auto filled = value->evaluate(scope);
    if (filled && text.find('$') == std::string_view::npos) {
        PLUMBLINE_CHECK(filled->is_string() && filled->get_ref<const std::string&>() == text,
                        "text without an expression stays as it is");
    }
}

void check_criterion(std::string_view text, CriterionType type, const Scope& scope) {
    const auto criterion = Criterion::compile({.context = "$response.body#/id",
                                               .condition = std::string(text),
                                               .type = type,
                                               .where = kWhere});
    if (!criterion) {
        fuzz::check_place(criterion.error(), kWhere.file);
        return;
    }
    const Judgement judgement = criterion->judge(scope);
    PLUMBLINE_CHECK(!judgement.expected.empty(), "a judgement says what was expected");
    PLUMBLINE_CHECK(
        !judgement.holds || judgement.unresolved.empty() || type == CriterionType::kSimple,
        "what could not be read does not fit a pattern");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    static const Sample sample;
    const std::string_view text = fuzz::text_of(bytes, size);
    const Scope scope = sample.scope();
    check_expression(text, scope);
    check_template(text, scope);
    check_criterion(text, CriterionType::kSimple, scope);
    check_criterion(text, CriterionType::kRegex, scope);
    return 0;
}
