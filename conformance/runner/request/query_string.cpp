#include "conformance/runner/request/query_string.hpp"

#include "conformance/runner/request/form_fields.hpp"
#include "spec/http/urlencoded.hpp"
#include "spec/json/print.hpp"

#include <nlohmann/json.hpp>

namespace plumbline::runner {

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
