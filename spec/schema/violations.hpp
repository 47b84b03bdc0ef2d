#pragma once
// Collects the violations of one value.

#include "spec/json/json_fwd.hpp"
#include "spec/schema/schema.hpp"

#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace plumbline {

/// One step into a value, linked to the steps before it. It is on the stack of the evaluator and
/// becomes text only for a violation. The root is the null pointer.
struct InstancePath {
    const InstancePath* parent = nullptr;
    const std::string* key = nullptr;  ///< key of an object's member; null for an array's item
    std::size_t index = 0;
};

/// Collects violations and sorts them in the order of the value. Keeps the first kMostKept, and of
/// each keyword the first, so that a value with many of them needs little memory.
class SchemaViolations {
  public:
    static constexpr std::size_t kMostKept = 100;

    explicit SchemaViolations(std::size_t most_kept = kMostKept) : most_kept_(most_kept) {}

    /// Counts a violation of a keyword; returns whether it is to be added.
    [[nodiscard]] bool wants(const std::string& schema_pointer);
    /// `message` follows the pattern "found ..., expected ...".
    void add(const InstancePath* path,
             std::string_view keyword,
             std::string schema_pointer,
             std::string message);
    /// Returns all violations, sorted by location in the value (a container before its parts), then
    /// by schema pointer, without duplicates.
    [[nodiscard]] std::vector<Violation> in_document_order() &&;
    /// Returns the number of violations that are not kept.
    [[nodiscard]] std::size_t dropped() const { return dropped_; }

  private:
    using InstanceToken = std::variant<std::size_t, std::string>;
    struct LocatedViolation {
        std::vector<InstanceToken> path;
        Violation violation;
    };

    std::size_t most_kept_;
    std::vector<LocatedViolation> violations_;
    std::set<std::string> keywords_;  ///< schema pointers of the violations
    std::size_t dropped_ = 0;
};

/// Describes `value` briefly, without its parts.
[[nodiscard]] std::string describe_value(const Json& value);

}  // namespace plumbline
