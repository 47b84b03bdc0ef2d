#include "spec/schema/lowering.hpp"

#include "spec/base/check.hpp"
#include "spec/json/pointer.hpp"
#include "spec/schema/keywords.hpp"
#include "spec/schema/references.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <memory>
#include <utility>

namespace plumbline {
namespace {

// Definitions are numbered instead of keeping their pointers: valijson caches schemas by unescaped
// pointer, and a number cannot be mistaken for a place inside another schema.
constexpr const char* kDefinitionsKey = "x-definitions";

std::string definition_reference(std::size_t place) {
    return std::string("#/") + kDefinitionsKey + '/' + std::to_string(place);
}

class Lowering {
  public:
    Lowering(Reached reached, const Json& document)
        : reached_(std::move(reached)), document_(document) {}

    Lowered run() {
        Json root = Json::object();
        root["$ref"] = definition_reference(0);
        Json& definitions = root[kDefinitionsKey] = Json::object();
        for (std::size_t i = 0; i < reached_.definitions.size(); ++i) {
            const Definition& definition = reached_.definitions[i];
            definitions[std::to_string(i)] = lower_schema(*definition.schema, definition.pointer);
        }
        return {std::make_shared<const Json>(std::move(root)),
                std::move(checks_),
                std::move(reached_.patterns)};
    }

  private:
    /// A schema object on its way: what it was, and what has become of it so far.
    struct Work {
        const Json& schema;
        const std::string& pointer;
        Json out;
        std::vector<Check> checks;
    };

    Json lower_schema(const Json& schema, const std::string& pointer) {
        Work work{schema, pointer, Json::object(), {}};
        work.out["title"] = pointer;
        if (schema == false) work.checks.push_back(make_false_check(pointer));
        if (schema.is_object()) {
            for (const auto& [name, value] : schema.items()) {
                const Keyword* keyword = find_keyword(name);
                if (keyword != nullptr) lower_keyword(*keyword, value, work);
            }
        }
        if (!work.checks.empty()) {
            work.out[kChecksKeyword] = checks_.size();
            checks_.push_back(std::move(work.checks));
        }
        return schema.is_object() ? with_reference(schema, std::move(work.out)) : work.out;
    }

    // Members of a `$ref` are lost in draft-07, so beside others it goes into allOf.
    Json with_reference(const Json& schema, Json out) const {
        const auto reference = schema.find("$ref");
        if (reference == schema.end()) return out;
        Json lowered = Json::object();
        lowered["$ref"] = reference_to(reference->get_ref<const std::string&>());
        if (out.size() == 1) return lowered;
        Json& all = out["allOf"];
        if (all.is_null()) all = Json::array();
        all.insert(all.begin(), std::move(lowered));
        return out;
    }

    std::string reference_to(const std::string& reference) const {
        const auto target = resolve_reference(document_, reference);
        PLUMBLINE_CHECK(target, "every $ref is resolved before it is lowered");
        return definition_reference(reached_.index.at(*target));
    }

    void lower_keyword(const Keyword& keyword, const Json& value, Work& work) {
        const std::string name(keyword.name);
        const std::string pointer = work.pointer + '/' + name;
        switch (keyword.role) {
            case Role::kType:
                work.out[name] = lower_type(value, work.schema);
                return;
            case Role::kAssertion:
                return lower_assertion(keyword, value, pointer, work);
            case Role::kSchema:
                return lower_child(name, value, pointer, work);
            case Role::kSchemaList:
                return lower_list(name, value, pointer, work.out);
            case Role::kSchemaMap:
                return lower_map(name, value, pointer, work.out);
            default:
                return;
        }
    }

    // OpenAPI 3.0 says `nullable` where 3.1 has the type null.
    static Json lower_type(const Json& value, const Json& schema) {
        if (!schema.contains("nullable") || schema["nullable"] != true) return value;
        Json types = value.is_array() ? value : Json::array({value});
        if (std::find(types.begin(), types.end(), "null") == types.end()) types.push_back("null");
        return types;
    }

    // The exclusive bounds of OpenAPI 3.0 are true or false beside the bound itself.
    void lower_assertion(const Keyword& keyword,
                         const Json& value,
                         const std::string& pointer,
                         Work& work) const {
        const Json* bound = &value;
        if (keyword.value == ValueKind::kBound && value.is_boolean()) {
            const auto inclusive = keyword.name == "exclusiveMaximum" ? "maximum" : "minimum";
            if (value == false || !work.schema.contains(inclusive)) return;
            bound = &work.schema[inclusive];
        }
        auto made = make_checks({keyword.name, *bound, pointer}, reached_.patterns);
        std::move(made.begin(), made.end(), std::back_inserter(work.checks));
    }

    void lower_child(const std::string& name,
                     const Json& value,
                     const std::string& pointer,
                     Work& work) {
        if (name == "propertyNames") {
            // valijson takes an inline schema of names for the schema it stands in, once that was
            // reached by $ref: so it is a definition of its own.
            work.out[name]["$ref"] = definition_reference(reached_.index.at(pointer));
        } else if (name == "additionalProperties" && value.is_boolean()) {
            work.out[name] = value;
        } else if (name == "items" && (value.is_boolean() || work.schema.contains("prefixItems"))) {
            if (!work.out.contains("items")) work.out["items"] = Json::array();
            work.out["additionalItems"] = value.is_boolean() ? value : lower_schema(value, pointer);
        } else {
            work.out[name] = lower_schema(value, pointer);
        }
    }

    void lower_list(const std::string& name,
                    const Json& schemas,
                    const std::string& pointer,
                    Json& out) {
        Json list = Json::array();
        for (std::size_t i = 0; i < schemas.size(); ++i) {
            list.push_back(lower_schema(schemas[i], pointer + '/' + std::to_string(i)));
        }
        out[name == "prefixItems" ? "items" : name] = std::move(list);
    }

    void lower_map(const std::string& name,
                   const Json& schemas,
                   const std::string& pointer,
                   Json& out) {
        Json map = Json::object();
        for (const auto& [key, schema] : schemas.items()) {
            map[key] = lower_schema(schema, pointer + '/' + escape_pointer_token(key));
        }
        out[name == "dependentSchemas" ? "dependencies" : name] = std::move(map);
    }

    Reached reached_;
    const Json& document_;
    std::vector<std::vector<Check>> checks_;
};

}  // namespace

Lowered lower(Reached reached, const Json& document) {
    return Lowering(std::move(reached), document).run();
}

}  // namespace plumbline
