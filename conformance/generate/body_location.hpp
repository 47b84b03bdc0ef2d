#pragma once
// The locations of a request body and their schemas in the contract.

#include "spec/base/result.hpp"
#include "spec/contract/contract.hpp"
#include "spec/contract/openapi.hpp"
#include "spec/json/json_fwd.hpp"

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline::generate {

/// The member name that represents all members of a map.
inline constexpr const char* kMapMember = "plumbline";

/// A location in a body, with all schemas that apply to it. Borrows from the document.
struct BodyLocation {
    std::string pointer;                        ///< items as `*`, a map's member as kMapMember
    std::vector<reading::OpenApiNode> schemas;  ///< nearest first; never empty
    bool is_map_member = false;

    /// Returns the value of a keyword in the nearest schema that has it; null if none has it.
    [[nodiscard]] const Json* keyword(std::string_view name) const;
    /// Returns the pointer of that keyword in the document, "" if no schema has it.
    [[nodiscard]] std::string keyword_pointer(std::string_view name) const;
    /// Returns the JSON types that are allowed here; empty if any type is.
    [[nodiscard]] std::set<std::string> types() const;
    /// Returns the identity that locations with a shared schema have in common: the pointer of
    /// their first schema that is more than a reference.
    [[nodiscard]] const std::string& identity() const;
    /// Returns whether the schema names the members of an object.
    [[nodiscard]] bool has_members() const;
};

/// Returns the pointer of the first value that the pointer of a location matches: `*` as `0`.
[[nodiscard]] std::string first_item_pointer(std::string pointer);

/// Returns whether `pointer` equals `above` or is below it.
[[nodiscard]] bool is_within(std::string_view pointer, std::string_view above);

/// Returns the locations of an operation's JSON body, outer ones first. Errors: kNotFound (it has
/// no such body), those of the document's references.
[[nodiscard]] Result<std::vector<BodyLocation>> body_locations(const Operation& operation,
                                                               const ApiDocument& api);

/// Returns an error (kUnsupported, with position) for each keyword at the locations that no
/// generator supports.
[[nodiscard]] std::vector<Error> unknown_keywords(const std::vector<BodyLocation>& locations,
                                                  const Document& document);

}  // namespace plumbline::generate
