#pragma once
// The places of a request body and what the contract says of each.

#include "spec/base/result.hpp"
#include "spec/contract/contract.hpp"
#include "spec/contract/reading.hpp"
#include "spec/json/json_fwd.hpp"

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline::generate {

/// The name of the member that stands for those of a map.
inline constexpr const char* kMapMember = "plumbline";

/// A place in a body: all schemas that describe what stands there. Borrows from the document.
struct BodyPlace {
    std::string pointer;                  ///< items as `*`, a map's member as kMapMember
    std::vector<reading::Place> schemas;  ///< nearest first; never empty
    bool is_of_map = false;

    /// Returns the value of a keyword, the nearest; null if none has it.
    [[nodiscard]] const Json* keyword(std::string_view name) const;
    /// Returns the pointer of that keyword in the document, "" if none has it.
    [[nodiscard]] std::string keyword_pointer(std::string_view name) const;
    /// Returns the JSON types that go here; empty: any.
    [[nodiscard]] std::set<std::string> types() const;
    /// Returns what places that share a schema have in common: the pointer of the first of their
    /// schemas that is more than a reference.
    [[nodiscard]] const std::string& identity() const;
    /// Says whether the schema names the members of an object.
    [[nodiscard]] bool has_members() const;
};

/// Returns the pointer of the first value that a place's pointer names: `*` as `0`.
[[nodiscard]] std::string first_at(std::string pointer);

/// Says whether `pointer` is `above` or stands below it.
[[nodiscard]] bool is_within(std::string_view pointer, std::string_view above);

/// Returns the places of an operation's JSON body, outer ones first. Errors: kNotFound (it has no
/// such body), those of the document's references.
[[nodiscard]] Result<std::vector<BodyPlace>> places_of(const Operation& operation,
                                                       const ApiDocument& api);

/// Returns an error (kUnsupported, with position) for each keyword at the places that no kind of
/// case knows.
[[nodiscard]] std::vector<Error> unknown_keywords(const std::vector<BodyPlace>& places,
                                                  const Document& document);

}  // namespace plumbline::generate
