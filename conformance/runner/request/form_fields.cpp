#include "conformance/runner/request/form_fields.hpp"

#include "conformance/expressions/expressions.hpp"

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
        fields.emplace_back(name, expressions::plain_text(value));
    });
    return fields;
}

std::vector<http::FormPart> form_parts(const Json& object) {
    std::vector<http::FormPart> parts;
    for_each_field(object, [&](const std::string& name, const Json& value) {
        parts.push_back({name,
                         value.is_structured() ? "application/json" : "",
                         expressions::plain_text(value)});
    });
    return parts;
}

}  // namespace plumbline::runner
