#include "spec/schema/value_types.hpp"

#include "spec/base/text.hpp"
#include "spec/json/numbers.hpp"
#include "spec/schema/written_numbers.hpp"

#include <nlohmann/json.hpp>

#include <array>
#include <string_view>
#include <vector>

namespace plumbline {
namespace {

constexpr TypeSet kArray = 1U << 0U;
constexpr TypeSet kBoolean = 1U << 1U;
constexpr TypeSet kInteger = 1U << 2U;
constexpr TypeSet kNull = 1U << 3U;
constexpr TypeSet kNumber = 1U << 4U;
constexpr TypeSet kObject = 1U << 5U;
constexpr TypeSet kString = 1U << 6U;

struct TypeName {
    std::string_view name;
    TypeSet bit;
};

constexpr std::array<TypeName, 7> kTypeNames{{{"array", kArray},
                                              {"boolean", kBoolean},
                                              {"integer", kInteger},
                                              {"null", kNull},
                                              {"number", kNumber},
                                              {"object", kObject},
                                              {"string", kString}}};

bool is_integer(const Json& number, WrittenNumbers* numbers) {
    const WrittenDecimal* written = numbers ? numbers->find(number) : nullptr;
    return written ? written->is_integral() : is_integral(number);
}

}  // namespace

TypeSet type_set(const Json& types) {
    if (types.is_string()) return type_set(Json::array({types}));
    TypeSet bits = 0;
    for (const Json& type : types) {
        for (const TypeName& one : kTypeNames) {
            if (type == one.name) bits |= one.bit;
        }
    }
    return bits;
}

bool has_type(const Json& value, TypeSet types, WrittenNumbers* numbers) {
    switch (value.type()) {
        case Json::value_t::null:
            return (types & kNull) != 0;
        case Json::value_t::boolean:
            return (types & kBoolean) != 0;
        case Json::value_t::string:
            return (types & kString) != 0;
        case Json::value_t::array:
            return (types & kArray) != 0;
        case Json::value_t::object:
            return (types & kObject) != 0;
        case Json::value_t::number_integer:
        case Json::value_t::number_unsigned:
        case Json::value_t::number_float:
            return (types & kNumber) != 0 ||
                   ((types & kInteger) != 0 && is_integer(value, numbers));
        default:
            return false;
    }
}

std::string types_text(TypeSet types) {
    std::vector<std::string> names;
    for (const TypeName& one : kTypeNames) {
        if ((types & one.bit) != 0) names.emplace_back(one.name);
    }
    return join(names, " or ");
}

}  // namespace plumbline
