#pragma once
// The grammar of queries and the type checks of functions. Source: RFC 9535, appendix A, section
// 2.4.3.

#include "spec/jsonpath/jsonpath_error.hpp"
#include "spec/jsonpath/query.hpp"
#include "spec/jsonpath/reader.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline::jsonpath {

/// Limits of a query. Units: bytes; nested filters, parentheses and calls; patterns in the query.
inline constexpr std::size_t kMaxQueryBytes = std::size_t{64} * 1024U;
inline constexpr int kMaxNesting = 64;
inline constexpr int kMaxPatterns = 100;

/// Parses one query. The text must be UTF-8 and outlive the parser.
class JsonPathParser {
  public:
    explicit JsonPathParser(std::string_view text) : reader_(text) {}

    /// Parses the query. Errors: kSyntax, kInvalid, kLimit.
    [[nodiscard]] JsonPathResult<JsonPathQuery> parse();
    /// Returns the warnings of `parse` about valid but probably unintended parts.
    [[nodiscard]] const std::vector<JsonPathError>& warnings() const { return warnings_; }

  private:
    /// Why a query may select more than one node, and where.
    struct NonSingularReason {
        std::size_t offset = 0;
        std::string reason;
    };
    /// A query with the information that its context checks.
    struct ParsedQuery {
        JsonPathQuery query;
        std::optional<NonSingularReason> non_singular;
    };
    struct ParsedOperand {
        Operand operand;
        std::size_t offset = 0;
        std::optional<NonSingularReason> non_singular;
    };

    // spec/jsonpath/parse_query.cpp: segments and selectors.
    JsonPathResult<ParsedQuery> parse_segments(bool from_root);
    JsonPathResult<void> parse_segment(ParsedQuery& parsed);
    JsonPathResult<JsonPathSelector> parse_shorthand();
    JsonPathResult<std::vector<JsonPathSelector>> parse_bracketed(bool& has_blanks);
    JsonPathResult<JsonPathSelector> parse_selector();
    JsonPathResult<JsonPathSelector> parse_index_or_slice();
    JsonPathResult<std::optional<std::int64_t>> parse_slice_bound();
    JsonPathResult<JsonPathSelector> parse_filter();
    [[nodiscard]] tl::unexpected<JsonPathError> root_error() const;
    [[nodiscard]] tl::unexpected<JsonPathError> end_error() const;
    [[nodiscard]] tl::unexpected<JsonPathError> shorthand_error() const;
    [[nodiscard]] tl::unexpected<JsonPathError> selector_error() const;
    [[nodiscard]] tl::unexpected<JsonPathError> bracket_error() const;

    // spec/jsonpath/parse_filter.cpp: conditions.
    JsonPathResult<LogicalExpression> parse_or();
    JsonPathResult<LogicalExpression> parse_and();
    JsonPathResult<LogicalExpression> parse_basic();
    JsonPathResult<LogicalExpression> parse_negation();
    JsonPathResult<LogicalExpression> parse_group();
    JsonPathResult<LogicalExpression> parse_comparison(ParsedOperand left, ComparisonOperator op);
    JsonPathResult<LogicalExpression> make_test(ParsedOperand operand) const;
    JsonPathResult<void> check_comparable(const ParsedOperand& operand) const;
    std::optional<ComparisonOperator> take_operator();
    [[nodiscard]] std::string operator_hint() const;

    // spec/jsonpath/parse_operand.cpp: operands and arguments.
    JsonPathResult<ParsedOperand> parse_operand();
    JsonPathResult<Operand> parse_word();
    JsonPathResult<Operand> parse_call(const FunctionSignature& row);
    JsonPathResult<std::vector<ParsedOperand>> parse_arguments(const FunctionSignature& row);
    JsonPathResult<void> check_argument(const ParsedOperand& argument,
                                        const FunctionSignature& row,
                                        std::size_t number) const;
    JsonPathResult<std::optional<MatchPattern>> compile_pattern_of(const FunctionCall& call,
                                                                   std::size_t offset);
    [[nodiscard]] tl::unexpected<JsonPathError> value_error() const;
    [[nodiscard]] tl::unexpected<JsonPathError> word_error(std::size_t start) const;

    /// Enters one level of nesting; `leave_nesting` ends it. Errors: kLimit.
    JsonPathResult<void> enter_nesting();
    void leave_nesting() { --nesting_; }

    JsonPathReader reader_;
    int nesting_ = 0;
    int patterns_ = 0;
    std::vector<JsonPathError> warnings_;
};

/// Returns the error of `failed` as the failed JsonPathResult of another value type.
template <typename T>
[[nodiscard]] tl::unexpected<JsonPathError> forward_error(JsonPathResult<T>& failed) {
    return tl::unexpected<JsonPathError>(std::move(failed.error()));
}

/// Returns the signature of the function that an operand calls, or null if it is not a call.
[[nodiscard]] const FunctionSignature* function_of(const Operand& operand);

}  // namespace plumbline::jsonpath
