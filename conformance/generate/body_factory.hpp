#pragma once
// Creates valid bodies with a value at a given location.

#include "conformance/generate/body_location.hpp"
#include "conformance/generate/examples.hpp"
#include "spec/contract/contract.hpp"
#include "spec/json/json_fwd.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace plumbline::generate {

/// The operation that cases are generated for, and what its bodies are made of. Borrowed; cases of
/// `patch` need `create` for their record.
struct CaseContext {
    const ApiDocument& api;
    const Operation& operation;
    const Operation& create;  ///< creates the record; equal to `operation` if that creates
    const std::vector<BodyLocation>& locations;
    const GeneratorExamples& examples;

    [[nodiscard]] bool is_create() const { return &operation == &create; }
    /// Returns the location with that pointer; null if there is none.
    [[nodiscard]] const BodyLocation* find_location(std::string_view pointer) const;
    /// Returns the rule of this kind at a pointer; null if there is none.
    [[nodiscard]] const Rule* find_rule(RuleKind kind, const std::string& pointer) const;
};

/// Returns a number of the type that the location requires.
[[nodiscard]] Json number_for(const BodyLocation& location, double value);

/// Creates bodies of one operation.
class BodyFactory {
  public:
    /// Borrows `context`.
    explicit BodyFactory(const CaseContext& context) : context_(context) {}

    /// Returns the simplest value that fits the schema at a location: an object with only the
    /// required members, an array without items; an input where the value must exist at the target.
    /// Null if no fitting value is known.
    [[nodiscard]] Json simplest_value(const BodyLocation& location) const;
    /// Returns a value for the location: for a create the base's value; for a patch only if it is a
    /// scalar; else an issued value if the contract requires one, else the simplest.
    [[nodiscard]] Json value_for(const BaseBody& base, const BodyLocation& location) const;
    /// Returns an array for a location with two items. Their members `key` are kPlainString and
    /// `second`, or similar strings that fit the schema; the items are strings if they are not
    /// objects.
    [[nodiscard]] Json two_items(const BodyLocation& location,
                                 const std::string& key,
                                 std::string_view second) const;

    /// Returns the body that cases start from: the base's body for a create, an empty object for a
    /// patch.
    [[nodiscard]] SharedJson initial_body(const BaseBody& base) const;
    /// Returns a valid body with a value at the location.
    [[nodiscard]] SharedJson body_with(const BaseBody& base, const BodyLocation& location) const;
    [[nodiscard]] SharedJson body_with(const BaseBody& base,
                                       const BodyLocation& location,
                                       const Json& value) const;
    /// Sets the value at a location of a body and adds the objects and arrays that must contain it.
    void set_value(Json& body, const std::string& location, const Json& value) const;
    /// Adds the items that keys of the body refer to (x-key-ref).
    void add_referenced_items(Json& body) const;

  private:
    /// Returns `wanted` if the location accepts it, else the simplest string for the location; its
    /// last character is that of `wanted` unless `wanted` is kPlainString.
    [[nodiscard]] Json similar_string(const BodyLocation& location, std::string_view wanted) const;
    [[nodiscard]] Json simplest_string(const BodyLocation& location) const;
    [[nodiscard]] Json simplest_value_at(const std::string& pointer) const;

    const CaseContext& context_;
};

}  // namespace plumbline::generate
