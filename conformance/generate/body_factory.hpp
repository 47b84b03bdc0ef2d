#pragma once
// Creates valid bodies with a value at a given location.

#include "conformance/generate/body_location.hpp"
#include "conformance/generate/examples.hpp"
#include "spec/contract/contract.hpp"
#include "spec/json/json_fwd.hpp"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace plumbline::generate {

/// Returns every value that the pointer of a location matches, with its own pointer.
[[nodiscard]] std::vector<std::pair<std::string, const Json*>> values_at(
    const Json& root, const std::string& pointer);

/// Returns a number of the type that the location requires.
[[nodiscard]] Json number_for(const BodyLocation& location, double value);

/// Creates bodies of one operation. Borrows all constructor arguments.
class BodyFactory {
  public:
    BodyFactory(const Operation& operation,
                const ApiDocument& api,
                const std::vector<BodyLocation>& locations,
                const GeneratorExamples& examples)
        : operation_(operation), api_(api), locations_(locations), examples_(examples) {}

    /// Returns the location with that pointer; null if there is none.
    [[nodiscard]] const BodyLocation* find_location(std::string_view pointer) const;

    /// Returns the simplest value that fits the schema at a location: an object with only the
    /// required members, an array without items; an input where the value must exist at the target.
    /// Null if no fitting value is known.
    [[nodiscard]] Json simplest_value(const BodyLocation& location) const;

    /// Returns a value for a location of a body that starts from `base`: the base's value if it is
    /// a scalar, an issued value if the contract requires one, else the simplest.
    [[nodiscard]] Json value_for(const BodyLocation& location, const BaseBody& base) const;

    /// Sets the value at a location of a body and adds the objects and arrays that must contain it.
    void set_value(Json& body, const std::string& location, const Json& value) const;

    /// Returns an array for a location with two items. Their members `key` are kPlainString and
    /// `second`, or similar strings that fit the schema; the items are strings if they are not
    /// objects.
    [[nodiscard]] Json two_items(const BodyLocation& location,
                                 const std::string& key,
                                 std::string_view second) const;

    /// Adds the items that keys of the body refer to (x-key-ref).
    void add_referenced_items(Json& body) const;

  private:
    /// Returns whether a value fits the schema of a location.
    [[nodiscard]] bool is_accepted(const BodyLocation& location, const Json& value) const;
    /// Returns `wanted` if the location accepts it, else the simplest string for the location; its
    /// last character is that of `wanted` unless `wanted` is kPlainString.
    [[nodiscard]] Json similar_string(const BodyLocation& location, std::string_view wanted) const;
    [[nodiscard]] Json simplest_string(const BodyLocation& location) const;
    [[nodiscard]] static Json simplest_number(const BodyLocation& location);
    [[nodiscard]] Json simplest_value_at(const std::string& pointer) const;

    const Operation& operation_;
    const ApiDocument& api_;
    const std::vector<BodyLocation>& locations_;
    const GeneratorExamples& examples_;
};

}  // namespace plumbline::generate
