#include "conformance/checks/body_evaluation.hpp"

#include "conformance/checks/text_values.hpp"
#include "spec/base/text.hpp"
#include "spec/contract/openapi.hpp"
#include "spec/http/charset.hpp"
#include "spec/http/media_type.hpp"
#include "spec/http/message.hpp"
#include "spec/http/url.hpp"
#include "spec/schema/written_numbers.hpp"

#include <nlohmann/json.hpp>

namespace plumbline::checks {
namespace {

BodyEvaluation evaluate(const Schema& schema, Json texts) {
    auto judgement = judge_texts(schema, texts);
    return {std::make_shared<const Json>(std::move(texts)), std::move(judgement)};
}

BodyEvaluation evaluate_string(const Schema& schema, std::string text) {
    auto value = std::make_shared<const Json>(std::move(text));
    auto judgement = schema.judge(*value, nullptr);
    return {std::move(value), std::move(judgement)};
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
            {{{"", "", schema.pointer(), "expected a form: " + form.error().message}}}};
}

ContentForm form_of(const CheckInput& input, const MediaType& content) {
    // The bodies of our own documents are JSON or streams.
    if (!input.api.is_foreign()) return ContentForm::kJson;
    const std::string* type = input.response.headers.find("Content-Type");
    return content_form(input.api, content, type ? *type : "");
}

/// Our own API has no number that a double rounds.
SchemaJudgement judge_json(const CheckInput& input, const Schema& schema) {
    WrittenNumbers numbers(input.response.body, *input.body);
    return schema.judge(*input.body, input.api.is_foreign() ? &numbers : nullptr);
}

/// Returns a text or form as UTF-8; nothing if it is in a charset that is not decoded.
std::optional<std::string> text_of(const http::Response& response, bool is_form) {
    const std::string* type = response.headers.find("Content-Type");
    const http::ContentType parsed = http::parse_content_type(type ? *type : "");
    const std::string* charset = parsed.parameter("charset");
    // The percent-encoding of a form hides its bytes.
    if (is_form && charset && *charset != "utf-8") return std::nullopt;
    return http::decode_charset(response.body, charset ? *charset : "utf-8");
}

}  // namespace

std::optional<BodyEvaluation> evaluate_body(const CheckInput& input,
                                            const MediaType& content,
                                            const Schema& schema) {
    const ContentForm form = form_of(input, content);
    if (form == ContentForm::kUnjudged && !input.response.body.empty()) return std::nullopt;
    if (form == ContentForm::kJson && input.body) {
        // Borrowed: a copy of a large body takes longer than its evaluation.
        return BodyEvaluation{SharedJson(SharedJson(), input.body), judge_json(input, schema)};
    }
    const bool is_form = form == ContentForm::kUrlencoded;
    const bool is_string = form == ContentForm::kString;
    const bool is_text = is_form || is_string || form == ContentForm::kText;
    if (is_text && http::has_content(input.operation.method, input.response.status)) {
        auto text = text_of(input.response, is_form);
        if (!text) return std::nullopt;
        if (is_form) return evaluate_form(schema, *text);
        if (is_string) return evaluate_string(schema, *std::move(text));
        return evaluate(schema, Json(*std::move(text)));
    }
    return BodyEvaluation{std::make_shared<const Json>(), {}};
}

bool is_listed_as_unjudged(const ApiDocument& api, const MediaType& content) {
    return !content.is_range() && content_form(api, content, content.key) == ContentForm::kUnjudged;
}

}  // namespace plumbline::checks
