#include "spec/schema/lowering.hpp"

#include "spec/json/access.hpp"
#include "spec/json/pointer.hpp"
#include "spec/schema/keywords.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <memory>
#include <utility>

namespace plumbline {
namespace {

class Lowering {
  public:
    Lowering(SchemaScan scan, const SchemaResources& resources)
        : scan_(std::move(scan)), resources_(resources) {}

    LoweredSchema run() {
        Json definitions = Json::array();
        for (const SchemaDefinition& definition : scan_.definitions) {
            definitions.push_back(lower_schema(*definition.schema, definition.pointer));
        }
        Json root = Json::object();
        root["items"] = std::move(definitions);
        return {std::make_shared<const Json>(std::move(root)),
                std::move(own_),
                std::move(scan_.patterns)};
    }

  private:
    /// A schema object and its lowered form so far.
    struct SchemaInProgress {
        const Json& schema;
        const std::string& pointer;
        Json lowered;
        OwnKeywords own;
    };

    Json lower_schema(const Json& schema, const std::string& pointer) {
        SchemaInProgress work{schema, pointer, Json::object(), {}};
        work.own.pointer = pointer;
        work.own.is_false = schema == false;
        work.own.resource = resources_.resource_at(pointer);
        work.own.is_unjudged = scan_.unjudged.contains(pointer);
        if (work.own.is_false) work.own.assertions.push_back(false_assertion(pointer));
        if (schema.is_object()) {
            for (const auto& [name, value] : schema.items()) {
                const Keyword* keyword = find_keyword(name);
                if (keyword != nullptr) lower_keyword(*keyword, value, work);
            }
        }
        work.lowered[kOwnKeyword] = own_.size();
        own_.push_back(std::move(work.own));
        return std::move(work.lowered);
    }

    void lower_keyword(const Keyword& keyword, const Json& value, SchemaInProgress& work) {
        const std::string name(keyword.name);
        const std::string pointer = work.pointer + '/' + name;
        if (scan_.unjudged.contains(pointer)) {
            work.own.is_unjudged = true;
            return;
        }
        switch (keyword.role) {
            case KeywordRole::kType:
                work.own.types = type_set(lower_type(value, work));
                return;
            case KeywordRole::kAssertion:
                return lower_assertion(keyword, value, pointer, work);
            case KeywordRole::kReference:
                work.own.references.push_back(scan_.references.at(pointer));
                return;
            case KeywordRole::kSeparateSchema:
                return lower_separate(name, pointer, work);
            case KeywordRole::kSchema:
                work.lowered[lowered_name(name, work.schema)] = lower_schema(value, pointer);
                return;
            case KeywordRole::kSchemaList:
                work.lowered[lowered_name(name, work.schema)] = lower_list(value, pointer);
                return;
            case KeywordRole::kSchemaMap:
                work.lowered[lowered_name(name, work.schema)] = lower_map(value, pointer, work.own);
                return;
            default:
                return;
        }
    }

    // OpenAPI 3.0 has `nullable` where 3.1 has the type null.
    [[nodiscard]] Json lower_type(const Json& value, const SchemaInProgress& work) const {
        const bool is_judged = !scan_.unjudged.contains(work.pointer + "/nullable");
        if (!is_judged || !bool_or(work.schema, "nullable", false)) return value;
        Json types = value.is_array() ? value : Json::array({value});
        types.push_back("null");
        return types;
    }

    // In OpenAPI 3.0 an exclusive bound is a boolean next to `maximum` or `minimum`.
    void lower_assertion(const Keyword& keyword,
                         const Json& value,
                         const std::string& pointer,
                         SchemaInProgress& work) const {
        const Json* bound = &value;
        if (keyword.name.starts_with("exclusive") && value.is_boolean()) {
            const std::string inclusive =
                keyword.name == "exclusiveMaximum" ? "maximum" : "minimum";
            const bool is_unjudged = scan_.unjudged.contains(work.pointer + '/' + inclusive);
            if (value == false || !work.schema.contains(inclusive) || is_unjudged) return;
            bound = &work.schema[inclusive];
        }
        auto made = compile_assertions({keyword.name, *bound, pointer}, scan_.patterns);
        std::move(made.begin(), made.end(), std::back_inserter(work.own.assertions));
    }

    void lower_separate(const std::string& name,
                        const std::string& pointer,
                        SchemaInProgress& work) const {
        const std::size_t definition = scan_.index.at(pointer);
        if (name == "unevaluatedItems") {
            work.own.unevaluated_items = definition;
        } else if (name == "unevaluatedProperties") {
            work.own.unevaluated_properties = definition;
        } else {
            work.own.contains = contains_rule(definition, work);
        }
    }

    static ContainsRule contains_rule(std::size_t definition, const SchemaInProgress& work) {
        ContainsRule rule{definition};
        const auto bound = [&](const char* name, std::uint64_t& value) {
            if (const Json* given = member(work.schema, name)) value = given->get<std::uint64_t>();
        };
        bound("minContains", rule.least);
        bound("maxContains", rule.most);
        return rule;
    }

    /// Returns the name in draft-07 of a keyword with schemas.
    static std::string lowered_name(const std::string& name, const Json& schema) {
        if (name == "items" && schema.contains("prefixItems")) return "additionalItems";
        if (name == "prefixItems") return "items";
        return name == "dependentSchemas" ? "dependencies" : name;
    }

    Json lower_list(const Json& schemas, const std::string& pointer) {
        Json list = Json::array();
        for (std::size_t i = 0; i < schemas.size(); ++i)
            list.push_back(lower_schema(schemas[i], pointer + '/' + std::to_string(i)));
        return list;
    }

    Json lower_map(const Json& schemas, const std::string& pointer, OwnKeywords& own) {
        Json map = Json::object();
        for (const auto& [key, schema] : schemas.items()) {
            const std::string child = pointer + '/' + escape_pointer_token(key);
            if (scan_.unjudged.contains(child)) {
                own.is_unjudged = true;
            } else {
                map[key] = lower_schema(schema, child);
            }
        }
        return map;
    }

    SchemaScan scan_;
    const SchemaResources& resources_;
    std::vector<OwnKeywords> own_;
};

}  // namespace

LoweredSchema lower(SchemaScan scan, const SchemaResources& resources) {
    return Lowering(std::move(scan), resources).run();
}

}  // namespace plumbline
