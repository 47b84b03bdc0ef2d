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

constexpr TypeBits bit(JsonType type) {
    return 1U << static_cast<unsigned>(type);
}

}  // namespace

TypeBits type_bits(const TypeConstraint& types) {
    TypeBits bits = 0;
    types.applyToNamedTypes([&](JsonType type) {
        bits |= type == JsonType::kAny ? kEveryType : bit(type);
        return true;
    });
    return bits;
}

bool has_type(const Json& value, TypeBits types) {
    switch (value.type()) {
        case Json::value_t::null:
            return (types & bit(JsonType::kNull)) != 0;
        case Json::value_t::boolean:
            return (types & bit(JsonType::kBoolean)) != 0;
        case Json::value_t::string:
            return (types & bit(JsonType::kString)) != 0;
        case Json::value_t::array:
            return (types & bit(JsonType::kArray)) != 0;
        case Json::value_t::object:
            return (types & bit(JsonType::kObject)) != 0;
        case Json::value_t::number_integer:
        case Json::value_t::number_unsigned:
        case Json::value_t::number_float:
            return (types & bit(JsonType::kNumber)) != 0 ||
                   ((types & bit(JsonType::kInteger)) != 0 && is_integral(value));
        default:
            return (types & bit(JsonType::kAny)) != 0;
    }
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
            return has_type(value, type_bits(*types));
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
