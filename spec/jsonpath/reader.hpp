#pragma once
// Reads a query's text from left to right.

#include "spec/jsonpath/jsonpath_error.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline::jsonpath {

/// Nested filters, parentheses and calls that a query may have.
inline constexpr int kMaxNesting = 64;

/// The literal patterns of a query.
struct LiteralPatterns {
    int count = 0;
    std::vector<JsonPathError> warnings;
};

/// A position in a query's text, which must outlive the reader, and the first error in it. An error
/// moves the reader to the end of the text, so that parsing functions need not check for it: they
/// find nothing more, and their results are not used.
class JsonPathReader {
  public:
    explicit JsonPathReader(std::string_view text) : text_(text) {}

    [[nodiscard]] std::size_t offset() const { return at_; }
    [[nodiscard]] bool at_end() const { return at_ == text_.size(); }
    /// Returns the byte `ahead` of the position without moving; 0 after the end.
    [[nodiscard]] char peek(std::size_t ahead = 0) const {
        return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
    }
    /// Returns the next byte that is not whitespace without moving; 0 if there is none.
    [[nodiscard]] char peek_after_blanks() const;
    /// Returns the text from an offset to the position.
    [[nodiscard]] std::string_view text_since(std::size_t begin) const {
        return text_.substr(begin, at_ - begin);
    }
    /// Describes the character `ahead` of the position for a message.
    [[nodiscard]] std::string describe_next(std::size_t ahead = 0) const;

    void skip(std::size_t bytes = 1) { at_ = std::min(at_ + bytes, text_.size()); }
    /// Skips `token` if it comes next; returns whether it did.
    [[nodiscard]] bool take(std::string_view token);
    /// Skips whitespace (`S` of the grammar); returns whether there was any.
    bool skip_blanks();

    /// Records an error at the position, or at another offset, if it is the first.
    void refuse(std::string message, ErrorCode code = ErrorCode::kSyntax);
    void refuse_at(std::size_t offset, std::string message, ErrorCode code = ErrorCode::kSyntax);
    [[nodiscard]] const std::optional<JsonPathError>& error() const { return error_; }

    /// Returns the result of `parse`, which reads one level of nesting. Errors: kLimit.
    template <typename Parse>
    [[nodiscard]] auto nested(const Parse& parse) {
        if (++nesting_ > kMaxNesting) refuse_nesting();
        auto result = parse();
        --nesting_;
        return result;
    }

    [[nodiscard]] LiteralPatterns& patterns() { return patterns_; }

  private:
    void refuse_nesting();

    std::string_view text_;
    std::size_t at_ = 0;
    int nesting_ = 0;
    LiteralPatterns patterns_;
    std::optional<JsonPathError> error_;
};

[[nodiscard]] inline bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

}  // namespace plumbline::jsonpath
