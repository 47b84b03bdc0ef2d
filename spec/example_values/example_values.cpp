#include "spec/example_values/example_values.hpp"

#include "spec/example_values/hidden_members.hpp"
#include "spec/example_values/scalar_values.hpp"
#include "spec/example_values/schema_parts.hpp"
#include "spec/json/access.hpp"
#include "spec/json/pointer.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <vector>

namespace plumbline {
namespace {

using reading::OpenApiNode;
using SchemaNodes = std::vector<OpenApiNode>;

constexpr std::size_t kMaxValues = 50'000;
constexpr std::size_t kMaxBranches = 16;
constexpr std::size_t kMaxItems = 1'000;

/// Creates one value and its parts.
class ValueBuilder {
  public:
    ValueBuilder(const ApiDocument& api, MessageDirection direction, std::size_t index)
        : api_(api), direction_(direction), hidden_(api.document(), direction), index_(index) {}

    /// Returns a valid value, nothing if none is found.
    Result<std::optional<Json>> build(const SchemaNodes& schemas, std::size_t depth) {
        if (++count_ > kMaxValues) {
            return fail(
                ErrorCode::kLimit,
                "an example of the schema has more than " + std::to_string(kMaxValues) + " values",
                where(schemas));
        }
        if (depth > kMaxExampleDepth || is_disallowed(schemas)) return std::nullopt;
        std::size_t branches = 1;
        for (std::size_t branch = 0; branch < std::min(branches, kMaxBranches); ++branch) {
            // Another index begins with another branch, so that examples show all of them.
            auto parts = SchemaParts::collect(api_.document(), schemas, branch + index_);
            if (!parts) return fail(parts.error());
            branches = parts->branch_count();
            if (branch == 0) {
                if (auto given = given_value(*parts, schemas)) return given;
            }
            auto made = generate(*parts, depth);
            if (!made) return fail(made.error());
            if (!*made) continue;
            if (is_valid(**made, schemas)) return made;
            auto done = apply_conditions(schemas, **made, depth);
            if (!done) return fail(done.error());
            if (*done) return made;
        }
        return std::nullopt;
    }

    /// Returns whether the value is valid against each schema. What cannot be judged is no
    /// violation.
    [[nodiscard]] bool is_valid(const Json& value, const SchemaNodes& schemas) const {
        return std::all_of(schemas.begin(), schemas.end(), [&](const OpenApiNode& schema) {
            const auto& compiled = api_.schema(schema.pointer, direction_);
            return !compiled || compiled->accepts(value);
        });
    }

    /// Returns a valid value with the members of `wanted` that the schemas allow, nothing if none
    /// is found.
    Result<std::optional<Json>> complete(const SchemaNodes& schemas,
                                         const Json& wanted,
                                         std::size_t depth) {
        if (depth > kMaxExampleDepth) return std::nullopt;
        std::size_t branches = 1;
        for (std::size_t branch = 0; branch < std::min(branches, kMaxBranches); ++branch) {
            auto parts = SchemaParts::collect(api_.document(), schemas, branch);
            if (!parts) return fail(parts.error());
            branches = parts->branch_count();
            Json value = wanted;
            auto fits = fit(schemas, *parts, value, depth);
            if (!fits) return fail(fits.error());
            if (*fits) return value;
        }
        return build(schemas, depth);
    }

  private:
    /// Changes a value so that it is valid, as far as its parts can be. Returns whether it is.
    Result<bool> fit(const SchemaNodes& schemas,
                     const SchemaParts& parts,
                     Json& value,
                     std::size_t depth) {
        hidden_.remove({&value}, parts, depth);
        if (is_valid(value, schemas)) return true;
        if (value.is_array() && parts.type() == "array") {
            auto done = complete_items(parts, value, depth);
            if (!done) return fail(done.error());
            return is_valid(value, schemas);
        }
        if (!value.is_object() || parts.type() != "object") return false;
        auto done = complete_members(parts, value, depth);
        if (!done) return fail(done.error());
        if (is_valid(value, schemas)) return true;
        remove_undeclared(parts, value);
        if (is_valid(value, schemas)) return true;
        return apply_conditions(schemas, value, depth);
    }

    /// Replaces members that are not valid, and adds those that are required and missing.
    Result<void> complete_members(const SchemaParts& parts, Json& object, std::size_t depth) {
        for (const std::string& name : parts.property_names()) {
            const SchemaNodes property = parts.property(name);
            const bool is_present = object.contains(name);
            if (hidden_.has(property) || (is_present && is_valid(object[name], property))) continue;
            const bool is_required = parts.requires_property(name);
            if (!is_present && !is_required) continue;
            auto value = is_present ? complete(property, object[name], depth + 1)
                                    : build(property, depth + 1);
            if (!value) return fail(value.error());
            object.erase(name);
            if (*value) object[name] = std::move(**value);
        }
        return {};
    }

    /// Changes an object that is not valid by the schemas of `then` or `else` that apply to it.
    /// Returns whether it is valid afterwards.
    Result<bool> apply_conditions(const SchemaNodes& schemas, Json& object, std::size_t depth) {
        if (!object.is_object()) return false;
        auto parts = SchemaParts::collect(api_.document(), schemas, 0);
        if (!parts) return fail(parts.error());
        SchemaNodes applied = schemas;
        for (const OpenApiNode& schema : parts->schemas()) {
            if (!schema.has("if")) continue;
            const char* branch = is_valid(object, {schema.child("if")}) ? "then" : "else";
            if (schema.has(branch)) applied.push_back(schema.child(branch));
        }
        if (applied.size() == schemas.size()) return false;
        parts = SchemaParts::collect(api_.document(), applied, 0);
        if (!parts) return fail(parts.error());
        auto done = complete_members(*parts, object, depth);
        if (!done) return fail(done.error());
        return is_valid(object, schemas);
    }

    /// Replaces items that are not valid.
    Result<void> complete_items(const SchemaParts& parts, Json& array, std::size_t depth) {
        const SchemaNodes items = parts.at("items");
        for (Json& item : array) {
            if (is_valid(item, items)) continue;
            auto value = complete(items, item, depth + 1);
            if (!value) return fail(value.error());
            if (*value) item = std::move(**value);
        }
        return {};
    }

    static void remove_undeclared(const SchemaParts& parts, Json& object) {
        const auto names = parts.property_names();
        for (auto member = object.begin(); member != object.end();) {
            const bool is_declared =
                std::find(names.begin(), names.end(), member.key()) != names.end();
            member = is_declared ? std::next(member) : object.erase(member);
        }
    }

    [[nodiscard]] SourceRef where(const SchemaNodes& schemas) const {
        return api_.document().where(schemas.empty() ? "" : schemas.front().pointer);
    }

    static bool is_disallowed(const SchemaNodes& schemas) {
        return std::any_of(schemas.begin(), schemas.end(), [](const OpenApiNode& schema) {
            return schema.value->is_boolean() && !schema.value->get<bool>();
        });
    }

    /// Returns an example of the document that is valid.
    [[nodiscard]] std::optional<Json> given_value(const SchemaParts& parts,
                                                  const SchemaNodes& schemas) const {
        std::vector<Json> candidates;
        for (const OpenApiNode& schema : parts.schemas()) {
            for (const char* name : {"const", "example", "default"}) {
                if (const Json* given = member(*schema.value, name)) candidates.push_back(*given);
            }
            for (const char* name : {"examples", "enum"}) {
                const Json* list = member(*schema.value, name);
                if (!list || !list->is_array()) continue;
                for (std::size_t i = 0; i < list->size(); ++i)
                    candidates.push_back((*list)[(index_ + i) % list->size()]);
            }
        }
        for (Json& one : candidates) {
            hidden_.remove({&one}, parts, 0);  // an example may show them
            const bool is_usable = !one.is_null() || parts.type() == "null";
            if (is_usable && is_valid(one, schemas)) return std::move(one);
        }
        return std::nullopt;
    }

    Result<std::optional<Json>> generate(const SchemaParts& parts, std::size_t depth) {
        const std::string type = parts.type();
        if (type == "object") return object(parts, depth);
        if (type == "array") return array(parts, depth);
        if (type == "integer" || type == "number")
            return example_number(parts, index_, type == "integer");
        if (type == "boolean") return Json(index_ % 2 == 0);
        if (type == "null") return Json();
        const auto text = example_string(parts, index_);
        return text ? std::optional<Json>(Json(*text)) : std::nullopt;
    }

    Result<std::optional<Json>> object(const SchemaParts& parts, std::size_t depth) {
        const std::size_t before = open_.size();
        if (!enter(parts)) return std::nullopt;
        Json object = Json::object();
        const auto least = static_cast<std::size_t>(parts.greatest("minProperties").value_or(0));
        const auto most = parts.smallest("maxProperties");
        for (const std::string& name : parts.property_names()) {
            const bool is_required = parts.requires_property(name);
            const bool is_full = most && static_cast<double>(object.size()) >= *most;
            if (!is_required && (depth >= ExampleValues::kMaxFullDepth || is_full)) continue;
            SchemaNodes property = parts.property(name);
            if (property.empty()) property = parts.at("additionalProperties");
            if (hidden_.has(property)) continue;
            auto value = build(property, depth + 1);
            if (!value) return fail(value.error());
            if (*value) {
                object[name] = std::move(**value);
            } else if (is_required) {
                leave(before);
                return std::nullopt;
            }
        }
        for (std::size_t i = 1; object.size() < std::min(least, kMaxItems); ++i) {
            auto value = build(parts.at("additionalProperties"), depth + 1);
            if (!value) return fail(value.error());
            if (!*value) break;
            object["property" + std::to_string(i)] = std::move(**value);
        }
        leave(before);
        return object;
    }

    Result<std::optional<Json>> array(const SchemaParts& parts, std::size_t depth) {
        Json array = Json::array();
        const SchemaNodes items = parts.at("items");
        SchemaNodes first_items;
        for (const OpenApiNode& list : parts.schemas()) {
            if (first_items.empty()) first_items = list.items("prefixItems");
        }
        const double needed =
            std::max(parts.greatest("minItems").value_or(0), parts.has("contains") ? 1.0 : 0.0);
        const bool is_shown = depth < ExampleValues::kMaxFullDepth && !items.empty() &&
                              parts.smallest("maxItems").value_or(1) >= 1;
        const auto count = static_cast<std::size_t>(std::min(
            {std::max({needed, is_shown ? 1.0 : 0.0, static_cast<double>(first_items.size())}),
             static_cast<double>(kMaxItems)}));
        const std::size_t index = index_;
        for (std::size_t i = 0; i < count; ++i) {
            index_ = index + i;  // so that the items differ
            SchemaNodes item = i < first_items.size() ? SchemaNodes{first_items[i]} : items;
            if (item.empty()) item = parts.at("contains");
            auto value = build(item, depth + 1);
            if (!value) return fail(value.error());
            if (!*value && static_cast<double>(i) < needed) {
                index_ = index;
                return std::nullopt;
            }
            if (!*value) break;
            array.push_back(std::move(**value));
        }
        index_ = index;
        return array;
    }

    /// Notes that a value of these schemas is being created. Returns false if one of them is
    /// already, twice: the schema contains itself.
    bool enter(const SchemaParts& parts) {
        for (const OpenApiNode& schema : parts.schemas()) {
            if (std::count(open_.begin(), open_.end(), schema.value) > 1) return false;
        }
        for (const OpenApiNode& schema : parts.schemas()) open_.push_back(schema.value);
        return true;
    }
    void leave(std::size_t count) { open_.resize(count); }

    const ApiDocument& api_;
    MessageDirection direction_;
    HiddenMembers hidden_;
    std::size_t index_;
    std::size_t count_ = 0;
    std::vector<const Json*> open_;
};

Result<SchemaNodes> nodes_at(const ApiDocument& api, std::string_view pointer) {
    const Json* schema = find(*api.document().root, pointer);
    if (schema) return SchemaNodes{{schema, std::string(pointer)}};
    return fail(ErrorCode::kNotFound, "there is no schema at " + std::string(pointer));
}

tl::unexpected<Error> no_value(const ApiDocument& api, std::string_view pointer) {
    return fail(ErrorCode::kUnsupported,
                "no value is found that is valid against the schema",
                api.document().where(pointer),
                {"give the schema an example"});
}

}  // namespace

Result<Json> ExampleValues::value(std::string_view pointer, std::size_t index) const {
    if (pointer.empty()) return Json();
    const auto nodes = nodes_at(api_, pointer);
    if (!nodes) return fail(nodes.error());
    auto made = ValueBuilder(api_, direction_, index).build(*nodes, 0);
    if (!made) return fail(made.error());
    if (*made) return std::move(**made);
    return no_value(api_, pointer);
}

Result<Json> ExampleValues::completed(std::string_view pointer, const Json& wanted) const {
    if (pointer.empty()) return wanted;
    const auto nodes = nodes_at(api_, pointer);
    if (!nodes) return fail(nodes.error());
    ValueBuilder builder(api_, direction_, 0);
    auto made = builder.complete(*nodes, wanted, 0);
    if (!made) return fail(made.error());
    if (*made) return std::move(**made);
    return no_value(api_, pointer);
}

}  // namespace plumbline
