#pragma once
// The grammar of queries, and the types of functions. Source: RFC 9535, appendix A, section 2.4.3.

#include "spec/jsonpath/fault.hpp"
#include "spec/jsonpath/query.hpp"
#include "spec/jsonpath/reader.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline::jsonpath {

/// Bounds on a query. Units: bytes; filters, parentheses and calls within one another; patterns
/// that stand in it.
inline constexpr std::size_t kMaxQueryBytes = std::size_t{64} * 1024U;
inline constexpr int kMaxNesting = 64;
inline constexpr int kMaxPatterns = 100;

/// Parses one query. The text outlives it and is UTF-8.
class Parser {
  public:
    explicit Parser(std::string_view text) : reader_(text) {}

    /// Faults: kSyntax, kInvalid, kLimit.
    [[nodiscard]] Parse<Query> parse();
    /// What `parse` met that is legal and yet hardly meant.
    [[nodiscard]] const std::vector<Fault>& remarks() const { return remarks_; }

  private:
    /// Why a query may select more than one node, and where.
    struct Plural {
        std::size_t offset = 0;
        std::string reason;
    };
    /// A query with what the checks of its surroundings need to know.
    struct ParsedQuery {
        Query query;
        std::optional<Plural> plural;
    };
    struct ParsedOperand {
        Operand operand;
        std::size_t offset = 0;
        std::optional<Plural> plural;
    };

    // parse_query.cpp: segments and selectors.
    Parse<ParsedQuery> segments(bool from_root);
    Parse<void> segment(ParsedQuery& parsed);
    Parse<Selector> shorthand();
    Parse<std::vector<Selector>> bracketed(bool& has_blanks);
    Parse<Selector> selector();
    Parse<Selector> index_or_slice();
    Parse<std::optional<std::int64_t>> slice_part();
    Parse<Selector> filter();
    [[nodiscard]] tl::unexpected<Fault> no_root() const;
    [[nodiscard]] tl::unexpected<Fault> no_end() const;
    [[nodiscard]] tl::unexpected<Fault> no_shorthand() const;
    [[nodiscard]] tl::unexpected<Fault> no_selector() const;
    [[nodiscard]] tl::unexpected<Fault> no_bracket() const;

    // parse_filter.cpp: conditions.
    Parse<Condition> any();
    Parse<Condition> all();
    Parse<Condition> basic();
    Parse<Condition> negation();
    Parse<Condition> group();
    Parse<Condition> comparison(ParsedOperand left, Operator op);
    Parse<Condition> test(ParsedOperand operand) const;
    Parse<void> check_comparable(const ParsedOperand& operand) const;
    std::optional<Operator> take_operator();
    [[nodiscard]] std::string operator_hint() const;

    // parse_operand.cpp: what is compared, tested and given to functions.
    Parse<ParsedOperand> operand();
    Parse<Operand> word();
    Parse<Operand> call(const FunctionRow& row);
    Parse<std::vector<ParsedOperand>> arguments(const FunctionRow& row);
    Parse<void> check_argument(const ParsedOperand& argument,
                               const FunctionRow& row,
                               std::size_t number) const;
    Parse<std::optional<Pattern>> pattern_of(const Call& call, std::size_t offset);
    [[nodiscard]] tl::unexpected<Fault> no_value() const;
    [[nodiscard]] tl::unexpected<Fault> no_word(std::size_t start) const;

    /// Goes one level down; `leave` goes up again. Faults: kLimit.
    Parse<void> nest();
    void leave() { --nesting_; }

    Reader reader_;
    int nesting_ = 0;
    int patterns_ = 0;
    std::vector<Fault> remarks_;
};

/// Passes a Fault on as the failed Parse of another value type.
template <typename T>
[[nodiscard]] tl::unexpected<Fault> passed_on(Parse<T>& failed) {
    return tl::unexpected<Fault>(std::move(failed.error()));
}

/// Returns the function that an operand calls, or null if it calls none.
[[nodiscard]] const FunctionRow* function_of(const Operand& operand);

}  // namespace plumbline::jsonpath
