#pragma once
// The quick answer: does a value fit a compiled schema? Nearly all that is judged does.

#include "spec/json/json_fwd.hpp"
#include "spec/json/name.hpp"
#include "spec/schema/checks.hpp"
#include "spec/schema/value_types.hpp"

#include <cstddef>
#include <limits>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace valijson {
class Schema;
class Subschema;
}  // namespace valijson

namespace plumbline {

/// What valijson compiled, laid out for one question: does a value fit? It stops at the first thing
/// that is wrong and does not say what it is; the Judge does. Thread: immutable, safe from any.
class Sieve {
  public:
    /// The schema and its patterns must live as long as the sieve.
    Sieve(const valijson::Schema& schema, const Patterns& patterns);

    /// Says whether `value` fits the schema.
    [[nodiscard]] bool fits(const Json& value) const { return fits(root_, value); }
    /// Says whether `value` fits a part of the schema.
    [[nodiscard]] bool fits(const valijson::Subschema& part, const Json& value) const;

  private:
    class Maker;

    /// Where a node stands.
    using Place = std::size_t;
    static constexpr Place kAnything = 0;                                 ///< every value fits
    static constexpr Place kNothing = std::numeric_limits<Place>::max();  ///< none does

    /// What one schema demands of a value.
    struct Node {
        TypeBits types = kEveryType;
        const std::vector<Check>* checks = nullptr;  ///< null for none

        bool has_combinations = false;
        std::vector<Place> all;  ///< allOf
        std::vector<Place> any;  ///< anyOf, empty for none
        std::vector<Place> one;  ///< oneOf, empty for none
        Place negated = kNothing;
        Place condition = kNothing;  ///< if
        Place then = kAnything;
        Place otherwise = kAnything;

        bool judges_members = false;
        std::vector<std::pair<Name, Place>> properties;  ///< in byte order, as members are
        std::vector<std::pair<const Regex*, Place>> patterns;
        Place other_members = kAnything;
        Place names = kAnything;
        std::vector<std::pair<Name, Place>> dependents;

        bool judges_items = false;
        std::vector<Place> first_items;
        Place other_items = kAnything;
        std::optional<Place> contained;  ///< at least one item fits it
    };

    [[nodiscard]] bool fits(Place place, const Json& value) const;
    [[nodiscard]] bool fits_combinations(const Node& node, const Json& value) const;
    [[nodiscard]] bool fits_members(const Node& node, const Json& object) const;
    [[nodiscard]] bool fits_names(const Node& node, const Json& object) const;
    [[nodiscard]] bool fits_items(const Node& node, const Json& array) const;

    std::vector<Node> nodes_;
    std::unordered_map<const valijson::Subschema*, Place> places_;
    Place root_ = kAnything;
};

}  // namespace plumbline
