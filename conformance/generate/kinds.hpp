#pragma once
// The kinds of generated cases: one row of a table each, one function behind it.

#include "conformance/generate/maker.hpp"

#include <string_view>
#include <vector>

namespace plumbline::generate {

/// A kind of case made at each place of a body.
struct PlaceKind {
    std::string_view name;
    void (*make)(Maker&, const BodyPlace&);
};

/// A kind of case made for each rule of a kind.
struct RuleCases {
    RuleKind kind;
    void (*make)(Maker&, const Rule&);
};

/// Returns the kinds for what the schema says, in the order in which they are played.
[[nodiscard]] const std::vector<PlaceKind>& schema_kinds();
/// Returns the kinds for keywords that bound a value.
[[nodiscard]] const std::vector<PlaceKind>& bound_kinds();
/// Returns the kinds for rules that bind a field to sources, hosting, listeners or operations.
[[nodiscard]] const std::vector<RuleCases>& binding_kinds();
/// Returns the kinds for rules over values.
[[nodiscard]] const std::vector<RuleCases>& value_kinds();
/// Returns the kinds for what a patch does to a record; made at each place of its body.
[[nodiscard]] const std::vector<PlaceKind>& patch_kinds();

}  // namespace plumbline::generate
