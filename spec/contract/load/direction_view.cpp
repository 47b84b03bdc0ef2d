#include "spec/contract/load/direction_view.hpp"

#include "spec/contract/reading.hpp"
#include "spec/json/access.hpp"
#include "spec/json/pointer.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline {
namespace {

using PropertyNames = std::set<std::string, std::less<>>;

/// How a keyword contains schemas, and whether they apply to the same value as its own schema.
enum class SchemaContainer { kOne, kList, kMap };
struct SchemaKeyword {
    std::string_view name;
    SchemaContainer container;
    bool is_in_place;
};

constexpr std::array kSchemaKeywords{
    SchemaKeyword{"allOf", SchemaContainer::kList, true},
    SchemaKeyword{"anyOf", SchemaContainer::kList, true},
    SchemaKeyword{"oneOf", SchemaContainer::kList, true},
    SchemaKeyword{"if", SchemaContainer::kOne, true},
    SchemaKeyword{"then", SchemaContainer::kOne, true},
    SchemaKeyword{"else", SchemaContainer::kOne, true},
    SchemaKeyword{"dependentSchemas", SchemaContainer::kMap, true},
    SchemaKeyword{"properties", SchemaContainer::kMap, false},
    SchemaKeyword{"patternProperties", SchemaContainer::kMap, false},
    SchemaKeyword{"$defs", SchemaContainer::kMap, false},
    SchemaKeyword{"definitions", SchemaContainer::kMap, false},
    SchemaKeyword{"items", SchemaContainer::kOne, false},
    SchemaKeyword{"prefixItems", SchemaContainer::kList, false},
    SchemaKeyword{"contains", SchemaContainer::kOne, false},
    SchemaKeyword{"additionalProperties", SchemaContainer::kOne, false},
    SchemaKeyword{"unevaluatedProperties", SchemaContainer::kOne, false},
    SchemaKeyword{"unevaluatedItems", SchemaContainer::kOne, false},
};

/// Calls `visit` with each schema of a keyword.
template <typename Value, typename Visit>
void for_each_schema(const SchemaKeyword& keyword, Value& schema, const Visit& visit) {
    const auto found = schema.find(std::string(keyword.name));
    if (found == schema.end()) return;
    if (keyword.container == SchemaContainer::kOne) {
        visit(*found);
    } else if (found->is_structured()) {
        for (auto& part : *found) visit(part);
    }
}

/// The keyword of properties that are not sent in a direction.
std::string_view keyword_of(MessageDirection direction) {
    return direction == MessageDirection::kRequest ? "readOnly" : "writeOnly";
}

bool has_keyword(const Json& value, std::string_view keyword) {
    if (!value.is_structured()) return false;
    if (member(value, keyword)) return true;
    return std::ranges::any_of(value, [&](const Json& part) { return has_keyword(part, keyword); });
}

class DirectionView {
  public:
    DirectionView(const Json& document, std::string_view keyword)
        : document_(document), keyword_(keyword), view_(document) {}

    /// Changes the schemas at the pointers, and those that they refer to.
    Json with_schemas(const std::vector<std::string>& pointers) {
        for (const std::string& pointer : pointers) add(pointer, {});
        while (!pending_.empty()) {
            const std::string next = pending_.back();
            const Json::json_pointer pointer(next);
            pending_.pop_back();
            if (view_.contains(pointer)) relax(view_.at(pointer), inherited_[next]);
        }
        return std::move(view_);
    }

  private:
    /// Adds a schema; `names` are the properties not sent of schemas that refer to it. They are
    /// not required anywhere else either: a value cannot tell which reference led to the schema.
    void add(const std::string& pointer, const PropertyNames& names) {
        const auto [found, is_new] = inherited_.try_emplace(pointer);
        const std::size_t known = found->second.size();
        found->second.insert(names.begin(), names.end());
        if (is_new || found->second.size() > known) pending_.push_back(pointer);
    }

    /// Returns the pointer of a `$ref` within the document, "" if the schema has none.
    static std::string reference_of(const Json& schema) {
        const std::string reference = string_or(schema, "$ref", "");
        return reference.starts_with("#/") ? reference.substr(1) : "";
    }

    bool is_omitted(const Json& property) const {
        constexpr int kMaxReferences = 32;  // a loop of references ends
        const Json* schema = &property;
        for (int i = 0; schema && i < kMaxReferences; ++i) {
            if (bool_or(*schema, keyword_, false)) return true;
            const std::string reference = reference_of(*schema);
            schema = reference.empty() ? nullptr : find(document_, std::string_view(reference));
        }
        return false;
    }

    /// Adds the properties that the schema, and those that apply to the same value, declare as
    /// not sent; `references` have been followed.
    void add_omitted(const Json& schema, PropertyNames& references, PropertyNames& names) const {
        if (const Json* properties = member(schema, "properties");
            properties && properties->is_object()) {
            for (const auto& [name, property] : properties->items()) {
                if (is_omitted(property)) names.insert(name);
            }
        }
        for (const SchemaKeyword& keyword : kSchemaKeywords) {
            if (!keyword.is_in_place || !schema.is_object()) continue;
            for_each_schema(
                keyword, schema, [&](const Json& part) { add_omitted(part, references, names); });
        }
        const std::string reference = reference_of(schema);
        if (reference.empty() || !references.insert(reference).second) return;
        if (const Json* target = find(document_, std::string_view(reference)))
            add_omitted(*target, references, names);
    }

    /// Removes properties that are not sent from `required` in the schema and its parts; `names`
    /// are those of a schema that it is a part of and that applies to the same value.
    void relax(Json& schema, PropertyNames names) {
        if (!schema.is_object()) return;
        PropertyNames references;
        add_omitted(schema, references, names);
        if (const std::string reference = reference_of(schema); !reference.empty())
            add(reference, names);
        if (const auto required = schema.find("required");
            required != schema.end() && required->is_array()) {
            std::erase_if(required->get_ref<Json::array_t&>(), [&](const Json& name) {
                return name.is_string() && names.contains(name.get_ref<const std::string&>());
            });
        }
        for (const SchemaKeyword& keyword : kSchemaKeywords) {
            for_each_schema(keyword, schema, [&](Json& part) {
                relax(part, keyword.is_in_place ? names : PropertyNames());
            });
        }
    }

    const Json& document_;
    std::string_view keyword_;
    Json view_;
    std::map<std::string, PropertyNames> inherited_;  ///< by pointer of a schema
    std::vector<std::string> pending_;
};

}  // namespace

Document direction_view(Document document, MessageDirection direction) {
    const std::string_view keyword = keyword_of(direction);
    if (!has_keyword(*document.root, keyword)) return document;
    DirectionView view(*document.root, keyword);
    document.root =
        std::make_shared<const Json>(view.with_schemas(reading::schema_pointers(document)));
    document.fingerprint = 0;  // the text is another one
    return document;
}

}  // namespace plumbline
