#pragma once
// The types of criteria and selectors, with their versions.

#include "conformance/workflow/reading.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace plumbline::workflow {

/// A type as it is written, and where.
struct WrittenType {
    std::string name;
    Node node;
};

/// Reads the type under `key`: a text, or an object with type and version. Notes what is wrong with
/// the object; `noun` names the owner for that. Returns nothing if there is no type.
/// Source: Arazzo 1.1, "Expression Type Object".
[[nodiscard]] std::optional<WrittenType> read_written_type(const Reading& reading,
                                                           const Node& owner,
                                                           std::string_view key,
                                                           std::string_view noun);

/// Notes what is wrong with the form of the Selector Objects in a value whose expressions could be
/// parsed: their version, their age, a type that was forgotten.
void check_selectors(const Reading& reading, const Node& node);

}  // namespace plumbline::workflow
