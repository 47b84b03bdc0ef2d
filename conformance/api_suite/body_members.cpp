#include "conformance/api_suite/body_members.hpp"

#include "spec/json/access.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>

namespace plumbline::api_suite {
namespace {

constexpr double kMaxLongText = 10'000;
constexpr double kMaxItems = 100;
constexpr std::size_t kMaxEnumValues = 16;
/// The number of members that are tried to be left out of a body.
constexpr std::size_t kMaxRemovals = 500;
/// The numbers from -kInt64End to below kInt64End are those of 64 bits.
constexpr double kInt64End = 9'223'372'036'854'775'808.0;

/// Returns a number as an integer if it is one: a service may refuse `5.0` or `1e+18` for its form.
Json number(double value) {
    const bool is_integer = std::trunc(value) == value && value >= -kInt64End && value < kInt64End;
    return is_integer ? Json(static_cast<std::int64_t>(value)) : Json(value);
}

Json text_of_length(double length) {
    return std::string(static_cast<std::size_t>(std::max(length, 0.0)), 'x');
}

/// Returns whether null is a value that the schemas name, not only one that they do not exclude.
bool names_null(const SchemaParts& parts) {
    const Json* type = parts.keyword("type");
    const Json* allowed = parts.keyword("enum");
    const auto has_null = [](const Json* list, const Json& null) {
        return list && list->is_array() &&
               std::find(list->begin(), list->end(), null) != list->end();
    };
    return parts.has_flag("nullable") || has_null(type, "null") || has_null(allowed, nullptr);
}

/// Returns whether a member is named like the id of another record.
bool is_reference(std::string_view name) {
    return name == "id" || name.ends_with("_id") || name.ends_with("-id") || name.ends_with("Id") ||
           name.ends_with("ID");
}

/// Collects named values.
class ValueList {
  public:
    void add(std::string name, Json value) {
        values_.emplace_back(std::move(name), std::make_shared<const Json>(std::move(value)));
    }
    [[nodiscard]] std::vector<NamedValue> take() { return std::move(values_); }

  private:
    std::vector<NamedValue> values_;
};

void add_members(const Document& document,
                 const SchemaParts& parts,
                 const Json& valid,
                 const BodyMember* parent,
                 std::vector<BodyMember>& members) {
    const JsonPointer pointer = parent ? parent->pointer : JsonPointer();
    const std::string prefix = parent ? parent->name + '-' : "";
    for (const std::string& name : parts.property_names()) {
        auto property = SchemaParts::collect(document, parts.property(name), 0);
        if (!property || property->has_flag("readOnly")) continue;
        const BodyMember one{pointer.child(name), prefix + name, std::move(*property)};
        members.push_back(one);
        const Json* value = member(valid, name);
        if (value && value->is_object() && one.pointer.tokens().size() < kMaxMemberDepth)
            add_members(document, one.parts, *value, &one, members);
    }
}

void add_number_bounds(const SchemaParts& parts, ValueList& values) {
    if (const auto least = parts.greatest("minimum")) values.add("least", number(*least));
    if (const auto greatest = parts.smallest("maximum")) values.add("greatest", number(*greatest));
    if (const auto bound = parts.greatest("exclusiveMinimum"))
        values.add("least", number(*bound + 1));
    if (const auto bound = parts.smallest("exclusiveMaximum"))
        values.add("greatest", number(*bound - 1));
}

void add_text_bounds(const SchemaParts& parts, ValueList& values) {
    // A format that we do not judge, or an encoding, may exclude them.
    if (parts.has("format") || parts.has("contentEncoding") || parts.has("contentMediaType"))
        return;
    if (const auto least = parts.greatest("minLength"))
        values.add("shortest", text_of_length(std::min(*least, kMaxLongText)));
    const auto most = parts.smallest("maxLength");
    if (most && *most <= kMaxLongText) values.add("longest", text_of_length(*most));
}

/// Returns a list of `count` items of `example`, over and over.
Json items_of(const Json& example, double count) {
    Json items = Json::array();
    for (std::size_t i = 0; static_cast<double>(i) < count; ++i)
        items.push_back(example[i % example.size()]);
    return items;
}

void add_item_bounds(const SchemaParts& parts, const Json* example, ValueList& values) {
    const double least = parts.greatest("minItems").value_or(0);
    if (least == 0) values.add("empty", Json::array());
    if (!example || !example->is_array() || example->empty()) return;
    if (least > 0 && least <= kMaxItems) values.add("fewest-items", items_of(*example, least));
    const auto most = parts.smallest("maxItems");
    if (most && *most <= kMaxItems) values.add("most-items", items_of(*example, *most));
}

}  // namespace

std::vector<BodyMember> body_members(const Document& document,
                                     const std::string& schema,
                                     const Json& valid) {
    std::vector<BodyMember> members;
    add_members(document, SchemaParts::at_pointer(document, schema), valid, nullptr, members);
    return members;
}

Json smallest_body(const Schema& schema,
                   const std::vector<BodyMember>& members,
                   const Json& valid) {
    Json smallest = valid;
    // The deepest first: a member is left out after its own members.
    for (std::size_t i = std::min(members.size(), kMaxRemovals); i-- > 0;) {
        Json smaller = smallest;
        if (remove_at(smaller, members[i].pointer) && schema.accepts(smaller))
            smallest = std::move(smaller);
    }
    return smallest;
}

bool set_member(Json& body, const JsonPointer& pointer, const Json& value, const Json& valid) {
    JsonPointer outer;
    for (std::size_t i = 0; i + 1 < pointer.tokens().size(); ++i) {
        outer = outer.child(pointer.tokens()[i]);
        const Json* example = find(valid, outer);
        if (find(body, outer) || !example) continue;
        if (!set_at(body, outer, *example)) return false;
    }
    return set_at(body, pointer, value).has_value();
}

std::vector<NamedValue> wrong_values(const SchemaParts& parts) {
    ValueList values;
    const std::string type = parts.type();
    values.add("type", type == "string" ? Json(7) : Json("text"));
    if (type == "boolean" || type == "object" || type == "array")
        values.add("type-number", Json(7));
    if (parts.greatest("minLength").value_or(0) >= 1) values.add("short", Json(""));
    const double most = parts.smallest("maxLength").value_or(HUGE_VAL);
    if (most < kMaxLongText) values.add("long", text_of_length(most + 1));
    if (const auto least = parts.greatest("minimum")) values.add("minimum", number(*least - 1));
    if (const auto least = parts.greatest("exclusiveMinimum"))
        values.add("exclusive-minimum", number(*least));
    if (const auto greatest = parts.smallest("maximum"))
        values.add("maximum", number(*greatest + 1));
    if (const auto greatest = parts.smallest("exclusiveMaximum"))
        values.add("exclusive-maximum", number(*greatest));
    if (parts.has("enum")) values.add("enum", Json("not one of them"));
    if (parts.has("pattern")) values.add("pattern", Json("\t\n"));
    if (parts.has("format")) values.add("format", Json("not of the format"));
    return values.take();
}

std::vector<NamedValue> bound_values(const BodyMember& member, const Json* example) {
    const SchemaParts& parts = member.parts;
    if (is_reference(member.pointer.tokens().back())) return {};
    ValueList values;
    const std::string type = parts.type();
    if (type == "string") add_text_bounds(parts, values);
    if (type == "integer" || type == "number") add_number_bounds(parts, values);
    if (type == "array") add_item_bounds(parts, example, values);
    if (type == "boolean") {
        values.add("true", true);
        values.add("false", false);
    }
    const Json* allowed = parts.keyword("enum");
    for (std::size_t i = 0; allowed && i < std::min(allowed->size(), kMaxEnumValues); ++i)
        values.add("value-" + std::to_string(i + 1), (*allowed)[i]);
    if (names_null(parts)) values.add("null", Json());
    std::vector<NamedValue> other;
    for (NamedValue& value : values.take()) {
        if (!example || *value.second != *example) other.push_back(std::move(value));
    }
    return other;
}

}  // namespace plumbline::api_suite
