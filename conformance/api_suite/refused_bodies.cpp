#include "conformance/api_suite/refused_bodies.hpp"

#include "conformance/api_suite/request_parts.hpp"
#include "spec/example_values/schema_parts.hpp"
#include "spec/json/access.hpp"
#include "spec/json/pointer.hpp"

#include <nlohmann/json.hpp>

#include <cmath>
#include <memory>
#include <utility>

namespace plumbline::api_suite {
namespace {

constexpr std::size_t kMaxLongText = 10'000;

/// Returns values that the schemas of a member refuse, with the name of the reason.
std::vector<std::pair<std::string, Json>> wrong_values(const SchemaParts& parts) {
    std::vector<std::pair<std::string, Json>> values;
    const std::string type = parts.type();
    values.emplace_back("type", type == "string" ? Json(7) : Json("text"));
    if (type == "boolean" || type == "object" || type == "array")
        values.emplace_back("type-number", Json(7));
    const double length = parts.greatest("minLength").value_or(0);
    if (length >= 1) values.emplace_back("short", Json(""));
    const double most = parts.smallest("maxLength").value_or(HUGE_VAL);
    if (most < kMaxLongText)
        values.emplace_back("long", Json(std::string(static_cast<std::size_t>(most) + 1, 'x')));
    if (const auto least = parts.greatest("minimum")) values.emplace_back("minimum", *least - 1);
    if (const auto least = parts.greatest("exclusiveMinimum"))
        values.emplace_back("exclusive-minimum", *least);
    if (const auto greatest = parts.smallest("maximum"))
        values.emplace_back("maximum", *greatest + 1);
    if (const auto greatest = parts.smallest("exclusiveMaximum"))
        values.emplace_back("exclusive-maximum", *greatest);
    if (parts.has("enum")) values.emplace_back("enum", Json("not one of them"));
    if (parts.has("pattern")) values.emplace_back("pattern", Json("\t\n"));
    if (parts.has("format")) values.emplace_back("format", Json("not of the format"));
    return values;
}

}  // namespace

std::vector<RefusedBody> refused_bodies(const ApiDocument& api,
                                        const std::string& schema,
                                        const Json& valid) {
    std::vector<RefusedBody> bodies;
    const auto& compiled = api.schema(schema, MessageDirection::kRequest);
    if (schema.empty() || !compiled || !valid.is_object()) return bodies;
    const SchemaParts parts = SchemaParts::at_pointer(api.document(), schema);
    const auto add = [&](const std::string& name, Json body) {
        if (compiled->accepts(body)) return;
        bodies.push_back({id_of(name), std::make_shared<const Json>(std::move(body))});
    };
    for (const std::string& name : parts.property_names()) {
        const auto property = SchemaParts::collect(api.document(), parts.property(name), 0);
        if (!property || property->has_flag("readOnly")) continue;
        if (valid.contains(name)) {
            Json body = valid;
            body.erase(name);
            add(name + "-missing", std::move(body));
        }
        for (auto& [reason, value] : wrong_values(*property)) {
            Json body = valid;
            body[name] = std::move(value);
            add(name + '-' + reason, std::move(body));
        }
    }
    add("not-an-object", Json::array());
    return bodies;
}

}  // namespace plumbline::api_suite
