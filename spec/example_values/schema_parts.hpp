#pragma once
// The schemas that apply to one value, and their keywords.

#include "spec/base/result.hpp"
#include "spec/contract/openapi.hpp"
#include "spec/json/document.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline {

/// The schema objects that a value must fit, the nearest first: the given ones, the targets of
/// their references, the parts of `allOf`, and one branch of each `oneOf` and `anyOf`.
class SchemaParts {
  public:
    /// `branch` is the number of the branches that are chosen; where a keyword has fewer, the
    /// number modulo theirs. Errors: as reading::resolve_node; kLimit for more than kMaxParts.
    [[nodiscard]] static Result<SchemaParts> collect(
        const Document& document,
        const std::vector<reading::OpenApiNode>& schemas,
        std::size_t branch);

    /// Returns the same for the schema at a pointer of the document, with the first branches; no
    /// schemas if there is none, or if its references cannot be followed.
    [[nodiscard]] static SchemaParts at_pointer(const Document& document,
                                                const std::string& pointer);

    static constexpr std::size_t kMaxParts = 1'000;

    [[nodiscard]] const std::vector<reading::OpenApiNode>& schemas() const { return schemas_; }
    /// Returns the number of branches of the keyword with the most; 1 if no schema has any.
    [[nodiscard]] std::size_t branch_count() const { return branch_count_; }
    /// Returns the value of a keyword in the first schema that has it, null if none has.
    [[nodiscard]] const Json* keyword(std::string_view name) const;
    [[nodiscard]] bool has(std::string_view name) const { return keyword(name) != nullptr; }
    /// Returns whether a schema has the keyword with the value true.
    [[nodiscard]] bool has_flag(std::string_view name) const;
    /// Returns the greatest and the smallest number of a keyword; nothing if no schema has one.
    [[nodiscard]] std::optional<double> greatest(std::string_view name) const;
    [[nodiscard]] std::optional<double> smallest(std::string_view name) const;
    /// Returns the schemas at a keyword (`items`) or at a member of a keyword (`properties`, name).
    [[nodiscard]] std::vector<reading::OpenApiNode> at(std::string_view name) const;
    [[nodiscard]] std::vector<reading::OpenApiNode> property(const std::string& name) const;
    /// Returns the parts of a property's schemas, with the first branches; nothing if it has none,
    /// or if a reference cannot be followed.
    [[nodiscard]] std::optional<SchemaParts> property_parts(const Document& document,
                                                            const std::string& name) const;
    /// Returns the names of all declared and required properties: in the order of the schemas.
    [[nodiscard]] std::vector<std::string> property_names() const;
    [[nodiscard]] bool requires_property(std::string_view name) const;
    /// Returns the type of values: the first that all schemas with `type` allow, but `null` only if
    /// it is the only one; without `type`, what the other keywords are for; "" for any.
    [[nodiscard]] std::string type() const;

  private:
    [[nodiscard]] Result<void> add(const Document& document,
                                   const reading::OpenApiNode& schema,
                                   std::size_t branch);

    /// Returns the numbers that a keyword has in the schemas.
    [[nodiscard]] std::vector<double> numbers(std::string_view name) const;

    std::vector<reading::OpenApiNode> schemas_;
    std::size_t branch_count_ = 1;
};

}  // namespace plumbline
