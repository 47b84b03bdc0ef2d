#pragma once
// Valid bodies with something at a given place.

#include "conformance/generate/examples.hpp"
#include "conformance/generate/places.hpp"
#include "spec/contract/contract.hpp"
#include "spec/json/json_fwd.hpp"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace plumbline::generate {

/// Returns every value that a place's pointer names, with its own pointer.
[[nodiscard]] std::vector<std::pair<std::string, const Json*>> values_at(
    const Json& root, const std::string& pointer);

/// Returns a number of the type that goes at a place.
[[nodiscard]] Json number_for(const BodyPlace& place, double value);

/// Makes bodies of one operation. Borrows from all that it is given.
class Bodies {
  public:
    Bodies(const Operation& operation,
           const ApiDocument& api,
           const std::vector<BodyPlace>& places,
           const Examples& examples)
        : operation_(operation), api_(api), places_(places), examples_(examples) {}

    /// Returns the place of that pointer; null if there is none.
    [[nodiscard]] const BodyPlace* find_place(std::string_view pointer) const;

    /// Returns the simplest value that fits the schema at a place: of an object the required
    /// members, of an array no items; the input of what has to exist. Null where nothing is known
    /// to fit.
    [[nodiscard]] Json simplest(const BodyPlace& place) const;

    /// Returns a value for a place of a body that starts from `base`: its own, if that is a scalar,
    /// what an operation has to give out, or the simplest.
    [[nodiscard]] Json value_for(const BodyPlace& place, const Base& base) const;

    /// Puts a value at a place of a body and all that must stand around it.
    void put(Json& body, const std::string& place, const Json& value) const;

    /// Returns an array for a place with two items, whose members `key` are kPlainText and
    /// `second`, or texts like them that fit the schema there; of texts where items are no objects.
    [[nodiscard]] Json two_items(const BodyPlace& place,
                                 const std::string& key,
                                 std::string_view second) const;

    /// Adds the items that keys of the body refer to (x-key-ref).
    void complete_references(Json& body) const;

  private:
    /// Says whether a value fits the schema of a place.
    [[nodiscard]] bool takes(const BodyPlace& place, const Json& value) const;
    /// Returns the text for a place that takes it, else the simplest that goes there, with the last
    /// character of `wanted` where that is another than kPlainText.
    [[nodiscard]] Json text_like(const BodyPlace& place, std::string_view wanted) const;
    [[nodiscard]] Json simplest_text(const BodyPlace& place) const;
    [[nodiscard]] static Json simplest_number(const BodyPlace& place);
    [[nodiscard]] Json simplest_of(const std::string& pointer) const;

    const Operation& operation_;
    const ApiDocument& api_;
    const std::vector<BodyPlace>& places_;
    const Examples& examples_;
};

}  // namespace plumbline::generate
