#include "conformance/runner/request/encoded_body.hpp"

#include "conformance/expressions/expressions.hpp"
#include "conformance/runner/request/form_fields.hpp"
#include "conformance/runner/request/parameter_style.hpp"
#include "spec/base/text.hpp"
#include "spec/http/message.hpp"
#include "spec/http/urlencoded.hpp"
#include "spec/json/print.hpp"

#include <nlohmann/json.hpp>

#include <iterator>

namespace plumbline::runner {
namespace {

using workflow::BodyFormat;
using workflow::FieldEncoding;
using workflow::FieldEncodings;

const FieldEncoding* encoding_of(const FieldEncodings& encodings, const std::string& name) {
    const auto found = encodings.find(name);
    return found == encodings.end() ? nullptr : &found->second;
}

Json single_member(const std::string& name, const Json& value) {
    Json object = Json::object();
    object[name] = value;
    return object;
}

/// Removes nulls, which are omitted in forms, from lists and objects.
Json without_nulls(const Json& value) {
    Json result = value;
    if (!value.is_structured()) return result;
    result.clear();
    for (const auto& [key, item] : value.items()) {
        if (item.is_null()) continue;
        if (value.is_array()) {
            result.push_back(item);
        } else {
            result[key] = item;
        }
    }
    return result;
}

/// Multipart parts are not escaped, so a text that is split into parts must escape everything.
enum class ReservedCharacters { kByEncoding, kEscaped };

/// Returns `a=1&a=2`, percent-encoded; "" if no value is left.
std::string styled_field(const std::string& name,
                         const FieldEncoding& encoding,
                         const Json& value,
                         ReservedCharacters reserved) {
    Parameter parameter;
    parameter.name = name;
    parameter.style = encoding.style.empty() ? "form" : encoding.style;
    parameter.explode = encoding.explode.value_or(parameter.style == "form");
    parameter.allow_reserved =
        reserved == ReservedCharacters::kByEncoding && encoding.allow_reserved.value_or(false);
    const Json result = without_nulls(value);
    if (result.is_null() || (result.is_structured() && result.empty())) return "";
    return serialize_parameter(parameter, result);
}

std::string field_text(const std::string& name, const FieldEncoding* encoding, const Json& value) {
    if (encoding && encoding->is_styled())
        return styled_field(name, *encoding, value, ReservedCharacters::kByEncoding);
    if (value.is_null()) return "";
    if (encoding && http::is_json_media_type(http::media_type(encoding->content_type)))
        return http::to_urlencoded({{name, to_text(value)}});
    return http::to_urlencoded(form_fields(single_member(name, value)));
}

std::string decoded(std::string_view text) {
    return http::percent_decode(text).value_or(std::string(text));
}

std::vector<http::FormPart> styled_parts(const std::string& text) {
    std::vector<http::FormPart> parts;
    if (text.empty()) return parts;
    for (const std::string_view field : split(text, '&')) {
        const std::size_t equals = field.find('=');
        const std::string_view value =
            equals == std::string_view::npos ? "" : field.substr(equals + 1);
        parts.push_back({decoded(field.substr(0, equals)), "", decoded(value)});
    }
    return parts;
}

std::vector<http::FormPart> typed_parts(const std::string& name,
                                        const std::string& type,
                                        const Json& value) {
    const bool is_json = http::is_json_media_type(http::media_type(type));
    std::vector<http::FormPart> parts;
    for (const Json& item : value.is_array() ? value : Json::array({value})) {
        if (!item.is_null())
            parts.push_back({name, type, is_json ? to_text(item) : plain_text(item)});
    }
    return parts;
}

std::vector<http::FormPart> parts_of_field(const std::string& name,
                                           const FieldEncoding* encoding,
                                           const Json& value) {
    if (encoding && encoding->is_styled())
        return styled_parts(styled_field(name, *encoding, value, ReservedCharacters::kEscaped));
    if (encoding && !encoding->content_type.empty())
        return typed_parts(name, encoding->content_type, value);
    return form_parts(single_member(name, value));
}

}  // namespace

Result<EncodedBody> encode_body(const workflow::StepBody& body,
                                const Operation& operation,
                                const Json& payload) {
    std::string type = workflow::content_type_of(body.content_type, operation);
    const BodyFormat form = workflow::body_format_of(type);
    if (payload.is_string() && (body.is_text || form != BodyFormat::kJson))
        return EncodedBody{std::move(type), payload.get<std::string>()};
    if (auto is_valid = workflow::check_body_format(type, payload); !is_valid) {
        Error error = std::move(is_valid).error();
        error.where = body.where;
        return fail(std::move(error));
    }
    if (form == BodyFormat::kUrlencoded)
        return EncodedBody{std::move(type), encoded_form(payload, body.encodings)};
    if (form == BodyFormat::kMultipart) {
        http::Multipart parts = http::to_multipart(encoded_parts(payload, body.encodings));
        return EncodedBody{std::move(type) + "; boundary=" + parts.boundary, std::move(parts.body)};
    }
    return EncodedBody{std::move(type), to_text(payload)};
}

std::string encoded_form(const Json& object, const FieldEncodings& encodings) {
    std::vector<std::string> fields;
    for (const auto& [name, value] : object.items()) {
        std::string field = field_text(name, encoding_of(encodings, name), value);
        if (!field.empty()) fields.push_back(std::move(field));
    }
    return join(fields, "&");
}

std::vector<http::FormPart> encoded_parts(const Json& object, const FieldEncodings& encodings) {
    std::vector<http::FormPart> parts;
    for (const auto& [name, value] : object.items()) {
        const FieldEncoding* encoding = encoding_of(encodings, name);
        auto more = parts_of_field(name, encoding, value);
        if (encoding) {
            for (http::FormPart& part : more) part.headers = encoding->headers.sent;
        }
        parts.insert(parts.end(),
                     std::make_move_iterator(more.begin()),
                     std::make_move_iterator(more.end()));
    }
    return parts;
}

}  // namespace plumbline::runner
