#pragma once
// Reads the values of a fixture, each with its position.

#include "spec/base/result.hpp"
#include "spec/json/document.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace plumbline::mock {

/// A value of a fixture, or the place where it is missing. The fixture must outlive it.
class FixtureValue {
  public:
    /// The value at a pointer of the fixture.
    explicit FixtureValue(const Document& fixture, std::string pointer = "");

    [[nodiscard]] bool exists() const { return value_ != nullptr; }
    /// Returns the value, JSON null if it is missing.
    [[nodiscard]] const Json& json() const;
    /// Returns a copy of the value to keep, null if it is missing.
    [[nodiscard]] SharedJson shared() const;
    /// Returns the key of the value in its object.
    [[nodiscard]] const std::string& name() const { return name_; }
    [[nodiscard]] FixtureValue at(std::string_view key) const;
    /// Returns the items of an array, none if it is something else.
    [[nodiscard]] std::vector<FixtureValue> items() const;
    /// Returns the members of an object, none if it is something else.
    [[nodiscard]] std::vector<FixtureValue> members() const;

    /// Returns the value itself as text, "" if it is something else.
    [[nodiscard]] std::string text() const;
    // The values of members:
    [[nodiscard]] std::string text(std::string_view key, std::string_view fallback = "") const;
    [[nodiscard]] std::int64_t number(std::string_view key, std::int64_t fallback) const;
    [[nodiscard]] bool flag(std::string_view key, bool fallback = false) const;
    [[nodiscard]] std::vector<std::string> texts(std::string_view key) const;

    [[nodiscard]] SourceRef where() const { return fixture_->where(pointer_); }
    /// Returns an Error of the kind kInvalid at this value.
    [[nodiscard]] tl::unexpected<Error> fail(std::string message) const;

  private:
    FixtureValue(const Document& fixture, std::string pointer, std::string name, const Json* value);

    const Document* fixture_;
    std::string pointer_;
    std::string name_;
    const Json* value_;
};

/// Returns what `read` makes of each item. Errors: the first.
template <typename Items, typename Read>
[[nodiscard]] auto read_each(const Items& items, const Read& read) {
    using ItemResult = typename std::invoke_result_t<Read, decltype(*items.begin())>::value_type;
    std::vector<ItemResult> results;
    for (const auto& item : items) {
        auto result = read(item);
        if (!result) return Result<std::vector<ItemResult>>(tl::unexpected(result.error()));
        results.push_back(std::move(*result));
    }
    return Result<std::vector<ItemResult>>(std::move(results));
}

/// Calls `check` with each item until one fails. Errors: the first.
template <typename Items, typename Check>
[[nodiscard]] Result<void> check_each(const Items& items, const Check& check) {
    for (const auto& item : items) {
        Result<void> checked = check(item);
        if (!checked) return checked;
    }
    return {};
}

/// Moves a result into `target`. Errors: those of the result.
template <typename T>
[[nodiscard]] Result<void> assign(Result<T> result, T& target) {
    if (!result) return tl::unexpected(result.error());
    target = std::move(*result);
    return {};
}

/// Returns the names of a map's values.
template <typename Map>
[[nodiscard]] std::vector<std::string> keys_of(const Map& map) {
    std::vector<std::string> keys;
    keys.reserve(map.size());
    for (const auto& [key, value] : map) keys.push_back(key);
    return keys;
}

/// Returns the names of the items in a list.
template <typename Items>
[[nodiscard]] std::vector<std::string> names_of(const Items& items) {
    std::vector<std::string> names;
    names.reserve(items.size());
    for (const auto& item : items) names.push_back(item.name);
    return names;
}

}  // namespace plumbline::mock
