#include "conformance/checks/body_evaluation.hpp"

#include "conformance/checks/text_values.hpp"
#include "spec/base/text.hpp"
#include "spec/contract/openapi.hpp"
#include "spec/http/url.hpp"

#include <nlohmann/json.hpp>

namespace plumbline::checks {
namespace {

BodyEvaluation evaluate(const Schema& schema, Json texts) {
    auto violations = evaluate_texts(schema, texts);
    return {std::make_shared<const Json>(std::move(texts)), std::move(violations)};
}

/// Returns the fields of a form; a name that occurs several times has a list of texts.
Result<Json> read_form(const std::string& text) {
    if (!is_utf8(text)) return fail(ErrorCode::kSyntax, "not UTF-8");
    const auto fields = http::parse_query(text);
    if (!fields) return fail(fields.error());
    Json form = Json::object();
    for (const auto& [name, value] : *fields) {
        if (!is_utf8(name) || !is_utf8(value)) return fail(ErrorCode::kSyntax, "not UTF-8");
        Json& field = form[name];
        if (field.is_string()) field = Json::array({field.get<std::string>()});
        if (field.is_array()) {
            field.push_back(value);
        } else {
            field = value;
        }
    }
    return form;
}

BodyEvaluation evaluate_form(const Schema& schema, const std::string& text) {
    auto form = read_form(text);
    if (form) return evaluate(schema, *std::move(form));
    return {std::make_shared<const Json>(text.substr(0, utf8_prefix(text).size())),
            {{"", "", schema.pointer(), "expected a form: " + form.error().message}}};
}

ContentForm form_of(const CheckInput& input, const MediaType& content) {
    // The bodies of our own documents are JSON or streams.
    if (!input.api.is_foreign()) return ContentForm::kJson;
    const std::string* type = input.response.headers.find("Content-Type");
    return content_form(input.api, content, type ? *type : "");
}

bool has_no_body(const CheckInput& input) {
    const int status = input.response.status;
    return input.operation.method == "HEAD" || status == 204 || status == 304;
}

}  // namespace

std::optional<BodyEvaluation> evaluate_body(const CheckInput& input,
                                            const MediaType& content,
                                            const Schema& schema) {
    const std::string& body = input.response.body;
    const ContentForm form = form_of(input, content);
    if (form == ContentForm::kUnjudged && !body.empty()) return std::nullopt;
    if (form == ContentForm::kJson && input.body) {
        // Borrowed: a copy of a large body takes longer than its evaluation.
        return BodyEvaluation{SharedJson(SharedJson(), input.body), schema.evaluate(*input.body)};
    }
    if (form == ContentForm::kUrlencoded && !has_no_body(input)) return evaluate_form(schema, body);
    if (form == ContentForm::kText && !has_no_body(input)) {
        // Texts in other charsets are not decoded.
        if (!is_utf8(body)) return std::nullopt;
        return evaluate(schema, Json(body));
    }
    return BodyEvaluation{std::make_shared<const Json>(), {}};
}

bool is_listed_as_unjudged(const ApiDocument& api, const MediaType& content) {
    return !content.is_range() && content_form(api, content, content.key) == ContentForm::kUnjudged;
}

}  // namespace plumbline::checks
