#pragma once
// Scans conditions word by word and reports errors with their column.

#include "benchmarks/load/result/conditions/scale.hpp"
#include "spec/base/result.hpp"

#include <cstddef>
#include <string>
#include <string_view>

namespace plumbline::load {

/// A position in the text of a condition. Not thread-safe: nothing guards its state.
class ConditionScanner {
  public:
    explicit ConditionScanner(std::string_view text) : text_(text) { skip_blanks(); }

    [[nodiscard]] bool is_at_end() const { return offset_ == text_.size(); }
    [[nodiscard]] std::size_t offset() const { return offset_; }

    /// Takes a word of letters, digits, `_` and `.`; "" if there is none.
    [[nodiscard]] std::string_view take_word();
    /// Takes a sequence of characters from `any`; "" if there is none.
    [[nodiscard]] std::string_view take_chars_of(std::string_view any);
    /// Takes a non-negative number and its unit, and converts it to a scale. Errors: kSyntax (no
    /// number, a wrong unit, a time without one, or more than a figure of the scale can be).
    [[nodiscard]] Result<double> take_quantity(FigureScale scale);

    /// Returns an Error that names the column, counted from 1, and shows the text with a caret.
    [[nodiscard]] Error error_at(std::size_t offset, std::string_view message) const;
    [[nodiscard]] tl::unexpected<Error> fail_at(std::size_t offset,
                                                std::string_view message) const {
        return fail(error_at(offset, message));
    }
    /// Returns the character at the current position, as quoted in messages.
    [[nodiscard]] std::string next_char_text() const;

  private:
    void skip_blanks();
    [[nodiscard]] std::string_view take_unit();

    std::string text_;
    std::size_t offset_ = 0;
    std::size_t unit_offset_ = 0;
};

}  // namespace plumbline::load
