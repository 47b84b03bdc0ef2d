#pragma once
// JSONPath: queries that select nodes of a JSON value. Source: RFC 9535.

#include "spec/base/result.hpp"
#include "spec/json/json_fwd.hpp"
#include "spec/jsonpath/node_list.hpp"

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline {

/// The steps that several evaluations may take together.
struct JsonPathAllowance {
    std::size_t steps_left = 20'000'000;
    bool is_exceeded = false;  ///< an evaluation has ended since it needs more steps
};

/// Limits of one evaluation. Units: steps (visited nodes, applied selectors, compared values; texts
/// by their length); nodes of the result; levels of the document.
struct JsonPathLimits {
    std::size_t max_steps = 10'000'000;
    std::size_t max_nodes = 1'000'000;
    std::size_t max_depth = 512;
    JsonPathAllowance* allowance = nullptr;  ///< the evaluation takes its steps from it
};

/// A compiled JSONPath query, such as `$.items[?@.price < 10].name`. Cheap to copy. Thread-safe:
/// immutable. Source: RFC 9535.
class JsonPath {
  public:
    /// Errors: kSyntax, kInvalid (an integer beyond 2^53-1, a function used wrongly), kLimit (64
    /// KiB of text, 64 levels of nesting, 100 patterns; a pattern too large). The message begins
    /// with `column N: `, `where` has only the column, and the notes show the query with a caret.
    /// Columns count characters from 1.
    [[nodiscard]] static Result<JsonPath> compile(std::string_view text);

    /// Returns the selected nodes in the order of the RFC; members of an object in the order of
    /// their names. The list points into `root`, which must outlive it unchanged. Errors: kLimit,
    /// naming the limit.
    [[nodiscard]] Result<NodeList> select(const Json& root,
                                          const JsonPathLimits& limits = {}) const;
    Result<NodeList> select(const Json&& root, const JsonPathLimits& limits = {}) const = delete;

    /// Returns whether the query selects anything; stops at the first node. Errors: kLimit.
    [[nodiscard]] Result<bool> exists(const Json& root, const JsonPathLimits& limits = {}) const;

    /// Returns whether the query is singular: by its form, it selects at most one node. Source:
    /// section 2.3.5.1.
    [[nodiscard]] bool is_singular() const;
    /// Returns warnings about valid but probably unintended parts: a pattern that is not an
    /// I-Regexp and therefore matches nothing. Each begins with `column N: `. Source: section
    /// 2.4.6.
    [[nodiscard]] const std::vector<std::string>& warnings() const;
    [[nodiscard]] const std::string& text() const;

  private:
    struct CompiledQuery;
    std::shared_ptr<const CompiledQuery> compiled_;
};

}  // namespace plumbline
