#include "conformance/runner/request/form_fields.hpp"

#include "conformance/expressions/expressions.hpp"
#include "spec/http/urlencoded.hpp"
#include "spec/json/print.hpp"

#include <nlohmann/json.hpp>

namespace plumbline::runner {
namespace {

/// Calls `add` with the name and value of each field.
template <typename Add>
void for_each_field(const Json& object, const Add& add) {
    const auto add_value = [&](const std::string& name, const Json& value) {
        if (!value.is_null()) add(name, value);
    };
    for (const auto& [name, value] : object.items()) {
        if (!value.is_array()) {
            add_value(name, value);
            continue;
        }
        for (const Json& item : value) add_value(name, item);
    }
}

}  // namespace

http::UrlQuery form_fields(const Json& object) {
    http::UrlQuery fields;
    for_each_field(object, [&](const std::string& name, const Json& value) {
        fields.emplace_back(name, plain_text(value));
    });
    return fields;
}

std::vector<http::FormPart> form_parts(const Json& object) {
    std::vector<http::FormPart> parts;
    for_each_field(object, [&](const std::string& name, const Json& value) {
        parts.push_back({name, value.is_structured() ? "application/json" : "", plain_text(value)});
    });
    return parts;
}

Result<std::string> query_string(const Json& value) {
    if (value.is_object()) return http::to_urlencoded(form_fields(value));
    if (!value.is_string()) {
        return fail(
            ErrorCode::kInvalid,
            "a whole query cannot be of type " + type_name(value),
            {},
            {"give a text, `a=1&b=2`, or an object with a member for each query parameter"});
    }
    const auto& text = value.get_ref<const std::string&>();
    return http::query_encode(text.substr(text.starts_with('?') ? 1 : 0));
}

Json query_values(const Json& value) {
    if (value.is_object()) return value;
    Json values = Json::object();
    const auto query = query_string(value);
    const auto target = query ? http::parse_target("/?" + *query) : http::parse_target("/");
    if (!target) return values;
    for (const auto& [name, text] : target->query) values.emplace(name, text);
    return values;
}

}  // namespace plumbline::runner
