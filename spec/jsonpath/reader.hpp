#pragma once
// A query's text, read from left to right.

#include <cstddef>
#include <string>
#include <string_view>

namespace plumbline::jsonpath {

/// Knows where it stands. The text outlives it.
class Reader {
  public:
    explicit Reader(std::string_view text) : text_(text) {}

    [[nodiscard]] std::string_view text() const { return text_; }
    [[nodiscard]] std::size_t offset() const { return at_; }
    [[nodiscard]] bool at_end() const { return at_ == text_.size(); }
    /// Returns a byte further on without going there; 0 behind the end.
    [[nodiscard]] char peek(std::size_t ahead = 0) const {
        return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
    }
    /// Returns the text from an offset to where it stands.
    [[nodiscard]] std::string_view since(std::size_t begin) const {
        return text_.substr(begin, at_ - begin);
    }
    /// Names what stands next, for a message.
    [[nodiscard]] std::string found() const;

    void skip(std::size_t bytes = 1) { at_ += bytes; }
    void go_back_to(std::size_t offset) { at_ = offset; }
    /// Goes behind `token` if it stands next.
    [[nodiscard]] bool take(std::string_view token);
    /// Goes behind blanks (`S` of the grammar); says whether there were any.
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
