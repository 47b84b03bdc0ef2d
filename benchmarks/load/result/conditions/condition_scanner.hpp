#pragma once
// Scans conditions word by word and reports errors with their column.

#include "spec/base/result.hpp"

#include <cstddef>
#include <string>
#include <string_view>

namespace plumbline::load {

/// A number with its unit, empty if there is none.
struct ConditionQuantity {
    double number = 0;
    std::string unit;
    std::size_t unit_offset = 0;
};

/// A position in the text of a condition. Not thread-safe: nothing guards its state.
class ConditionScanner {
  public:
    explicit ConditionScanner(std::string_view text) : text_(text) { skip_blanks(); }

    [[nodiscard]] bool is_at_end() const { return offset_ == text_.size(); }
    [[nodiscard]] std::size_t offset() const { return offset_; }
    [[nodiscard]] std::string_view text() const { return text_; }

    /// Takes a word of letters, digits, `_` and `.`; "" if there is none.
    [[nodiscard]] std::string_view take_word();
    /// Takes a sequence of characters from `any`; "" if there is none.
    [[nodiscard]] std::string_view take_chars_of(std::string_view any);
    /// Takes a non-negative number and its unit. Errors: kSyntax.
    [[nodiscard]] Result<ConditionQuantity> take_quantity();

    /// Returns an Error that names the column, counted from 1, and shows the text with a caret.
    [[nodiscard]] Error error_at(std::size_t offset, std::string_view message) const;
    /// Returns the character at the current position, as quoted in messages.
    [[nodiscard]] std::string next_char_text() const;

  private:
    void skip_blanks();

    std::string text_;
    std::size_t offset_ = 0;
};

}  // namespace plumbline::load
