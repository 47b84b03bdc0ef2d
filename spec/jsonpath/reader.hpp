#pragma once
// Reads a query's text from left to right.

#include <cstddef>
#include <string>
#include <string_view>

namespace plumbline::jsonpath {

/// A position in a query's text, which must outlive the reader.
class JsonPathReader {
  public:
    explicit JsonPathReader(std::string_view text) : text_(text) {}

    [[nodiscard]] std::string_view text() const { return text_; }
    [[nodiscard]] std::size_t offset() const { return at_; }
    [[nodiscard]] bool at_end() const { return at_ == text_.size(); }
    /// Returns the byte `ahead` of the position without moving; 0 after the end.
    [[nodiscard]] char peek(std::size_t ahead = 0) const {
        return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
    }
    /// Returns the text from an offset to the position.
    [[nodiscard]] std::string_view text_since(std::size_t begin) const {
        return text_.substr(begin, at_ - begin);
    }
    /// Describes the next character for a message.
    [[nodiscard]] std::string describe_next() const;

    void skip(std::size_t bytes = 1) { at_ += bytes; }
    void rewind_to(std::size_t offset) { at_ = offset; }
    /// Skips `token` if it comes next; returns whether it did.
    [[nodiscard]] bool take(std::string_view token);
    /// Skips whitespace (`S` of the grammar); returns whether there was any.
    bool skip_blanks();

  private:
    std::string_view text_;
    std::size_t at_ = 0;
};

[[nodiscard]] inline bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}
[[nodiscard]] inline bool is_digit(char c) {
    return c >= '0' && c <= '9';
}
[[nodiscard]] inline bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

}  // namespace plumbline::jsonpath
