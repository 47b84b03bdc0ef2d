#include "spec/schema/value_types.hpp"

#include "spec/base/text.hpp"
#include "spec/schema/exact.hpp"

#include <nlohmann/json.hpp>
#include <valijson/constraints/concrete_constraints.hpp>

#include <string_view>
#include <vector>

namespace plumbline {
namespace {

using valijson::constraints::AllOfConstraint;
using valijson::constraints::TypeConstraint;
using JsonType = TypeConstraint::JsonType;

bool has_type(const Json& value, JsonType type) {
    switch (type) {
        case JsonType::kAny:
            return true;
        case JsonType::kArray:
            return value.is_array();
        case JsonType::kBoolean:
            return value.is_boolean();
        case JsonType::kInteger:
            return value.is_number() && is_integral(value);
        case JsonType::kNull:
            return value.is_null();
        case JsonType::kNumber:
            return value.is_number();
        case JsonType::kObject:
            return value.is_object();
        case JsonType::kString:
            return value.is_string();
    }
    return false;
}

}  // namespace

bool has_type(const Json& value, const TypeConstraint& types) {
    bool fits = false;
    types.applyToNamedTypes([&](JsonType type) { return !(fits = has_type(value, type)); });
    return fits;
}

std::string types_text(const TypeConstraint& types) {
    // In the order of JsonType.
    constexpr std::string_view kNames[] = {
        "any", "array", "boolean", "integer", "null", "number", "object", "string"};
    std::vector<std::string> names;
    types.applyToNamedTypes([&](JsonType type) {
        names.emplace_back(kNames[static_cast<std::size_t>(type)]);
        return true;
    });
    return join(names, " or ");
}

// Only asked when something is wrong, so the casts need not be fast.
bool is_for_type_of(const valijson::Subschema& schema, const Json& value) {
    valijson::Subschema::ApplyFunction fits = [&](const valijson::constraints::Constraint& one) {
        if (const auto* types = dynamic_cast<const TypeConstraint*>(&one)) {
            return has_type(value, *types);
        }
        bool all_fit = true;
        if (const auto* all = dynamic_cast<const AllOfConstraint*>(&one)) {
            all->applyToSubschemas([&](unsigned, const valijson::Subschema* part) {
                return all_fit = is_for_type_of(*part, value);
            });
        }
        return all_fit;
    };
    return schema.applyStrict(fits);
}

}  // namespace plumbline
