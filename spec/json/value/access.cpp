#include "spec/json/access.hpp"

#include "spec/json/print.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <limits>

namespace plumbline {
namespace {

tl::unexpected<Error> expected_member(const Json& object,
                                      std::string_view key,
                                      std::string_view type) {
    if (!object.is_object()) {
        return fail(ErrorCode::kInvalid,
                    fmt::format("expected an object with \"{}\" ({}), found {} {}",
                                key,
                                type,
                                type_name(object),
                                to_short_text(object, 60)));
    }
    const Json* value = member(object, key);
    if (value == nullptr) {
        return fail(ErrorCode::kInvalid, fmt::format("\"{}\" is missing; expected {}", key, type));
    }
    return fail(ErrorCode::kInvalid,
                fmt::format("\"{}\" is {} {}; expected {}",
                            key,
                            type_name(*value),
                            to_short_text(*value, 60),
                            type));
}

std::optional<bool> as_bool(const Json& value) {
    if (!value.is_boolean()) return std::nullopt;
    return value.get<bool>();
}

std::optional<std::vector<std::string>> as_strings(const Json& value) {
    if (!value.is_array()) return std::nullopt;
    std::vector<std::string> strings;
    for (const Json& item : value) {
        if (!item.is_string()) return std::nullopt;
        strings.push_back(item.get<std::string>());
    }
    return strings;
}

/// Returns the result of `read` for the member, or nothing if it is absent.
template <typename T>
std::optional<T> read_member(const Json& object,
                             std::string_view key,
                             std::optional<T> (*read)(const Json&)) {
    const Json* value = member(object, key);
    return value == nullptr ? std::nullopt : read(*value);
}

template <typename T>
Result<T> required_member(const Json& object,
                          std::string_view key,
                          std::string_view type,
                          std::optional<T> (*read)(const Json&)) {
    auto value = read_member(object, key, read);
    if (!value) return expected_member(object, key, type);
    return *std::move(value);
}

}  // namespace

std::optional<std::int64_t> as_integer(const Json& value) {
    if (value.is_number_unsigned()) {
        const auto number = value.get<std::uint64_t>();
        constexpr auto kMax = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
        if (number > kMax) return std::nullopt;
        return static_cast<std::int64_t>(number);
    }
    if (value.is_number_integer()) return value.get<std::int64_t>();
    if (!value.is_number_float()) return std::nullopt;
    constexpr double kLargestExact = 9007199254740992.0;
    const auto number = value.get<double>();
    if (std::trunc(number) != number || std::abs(number) > kLargestExact) return std::nullopt;
    return static_cast<std::int64_t>(number);
}

const Json* member(const Json& object, std::string_view key) {
    const auto* members = object.get_ptr<const Json::object_t*>();
    if (!members) return nullptr;
    // The library's own find would wrap the result in an iterator over any value.
    const auto found = members->find(key);
    return found == members->end() ? nullptr : &found->second;
}

std::optional<std::string> as_string(const Json& value) {
    if (!value.is_string()) return std::nullopt;
    return value.get<std::string>();
}

Result<std::string> string_member(const Json& object, std::string_view key) {
    return required_member(object, key, "a string", as_string);
}

Result<std::int64_t> integer_member(const Json& object, std::string_view key) {
    return required_member(object, key, "an integer", as_integer);
}

Result<bool> bool_member(const Json& object, std::string_view key) {
    return required_member(object, key, "true or false", as_bool);
}

Result<std::vector<std::string>> strings_member(const Json& object, std::string_view key) {
    return required_member(object, key, "an array of strings", as_strings);
}

std::string string_or(const Json& object, std::string_view key, std::string_view fallback) {
    return read_member(object, key, as_string).value_or(std::string(fallback));
}

std::int64_t integer_or(const Json& object, std::string_view key, std::int64_t fallback) {
    return read_member(object, key, as_integer).value_or(fallback);
}

bool bool_or(const Json& object, std::string_view key, bool fallback) {
    return read_member(object, key, as_bool).value_or(fallback);
}

std::vector<std::string> strings_or_empty(const Json& object, std::string_view key) {
    return read_member(object, key, as_strings).value_or(std::vector<std::string>());
}

}  // namespace plumbline
