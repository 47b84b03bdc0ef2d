#pragma once
// Reads conditions word by word and says in which column something is wrong.

#include "spec/base/result.hpp"

#include <cstddef>
#include <string>
#include <string_view>

namespace plumbline::load {

/// A number with the unit behind it, "" for none.
struct Quantity {
    double number = 0;
    std::string unit;
    std::size_t unit_offset = 0;
};

/// A place in the text of a condition. Thread: one.
class ConditionText {
  public:
    explicit ConditionText(std::string_view text) : text_(text) { skip_blanks(); }

    [[nodiscard]] bool is_at_end() const { return offset_ == text_.size(); }
    [[nodiscard]] std::size_t offset() const { return offset_; }
    [[nodiscard]] std::string_view text() const { return text_; }

    /// Takes a word of letters, digits, `_` and `.`; "" if there is none.
    [[nodiscard]] std::string_view take_word();
    /// Takes a run of the characters of `any`; "" if there is none.
    [[nodiscard]] std::string_view take_any_of(std::string_view any);
    /// Takes a number from 0 on and its unit. Errors: kSyntax.
    [[nodiscard]] Result<Quantity> take_quantity();

    /// Makes an Error that names the column, counted from 1, and shows the text with a caret.
    [[nodiscard]] Error error_at(std::size_t offset, std::string_view message) const;
    /// Returns what stands here as messages name it.
    [[nodiscard]] std::string found_here() const;

  private:
    void skip_blanks();

    std::string text_;
    std::size_t offset_ = 0;
};

}  // namespace plumbline::load
