#pragma once
// Checks a schema and all it reaches, and lists it: what lowering then works on needs no more
// checks.

#include "spec/base/result.hpp"
#include "spec/json/document.hpp"
#include "spec/schema/checks.hpp"
#include "spec/schema/schema.hpp"

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline {

/// How strictly, and which x- keywords may be written (closed mode).
struct Dialect {
    SchemaStrictness strictness = SchemaStrictness::kClosed;
    std::vector<std::string> x_names;
};

/// A schema that is judged on its own: the root, the target of a `$ref`, the value of
/// `propertyNames`.
struct Definition {
    /// A reference to another definition that judges the same value.
    struct Edge {
        std::size_t target = 0;
        std::string from;  ///< pointer of the `$ref`
        int depth = 0;     ///< steps in place from here to there
    };

    std::string pointer;
    const Json* schema = nullptr;  ///< in the document
    std::vector<Edge> in_place;
    int depth = 0;  ///< levels of schemas inside
};

/// All that a schema reaches. The first definition is the schema itself.
struct Reached {
    std::vector<Definition> definitions;
    std::map<std::string, std::size_t, std::less<>> index;  ///< pointer → place in `definitions`
    Patterns patterns;
};

/// Checks the schema at `root` and everything it reaches: names, values, references, loops, limits.
/// Errors: as SchemaCompiler::check.
[[nodiscard]] Result<Reached> reach(const Document& document,
                                    const Dialect& dialect,
                                    std::string_view root);

/// Refuses schemas that would judge one value for ever, and those nested too deep for the stack.
/// Errors: kInvalid (a loop, with every step of it), kLimit.
[[nodiscard]] Result<void> check_loops(const Document& document, const Reached& reached);

}  // namespace plumbline
