#include "spec/jsonpath/reader.hpp"

#include "spec/base/text_excerpt.hpp"

#include <fmt/format.h>

namespace plumbline::jsonpath {

char JsonPathReader::peek_after_blanks() const {
    std::size_t ahead = 0;
    while (is_blank(peek(ahead))) ++ahead;
    return peek(ahead);
}

std::string JsonPathReader::describe_next(std::size_t ahead) const {
    return character_at(text_, at_ + ahead);
}

bool JsonPathReader::take(std::string_view token) {
    if (text_.substr(at_, token.size()) != token) return false;
    at_ += token.size();
    return true;
}

bool JsonPathReader::skip_blanks() {
    const std::size_t start = at_;
    while (is_blank(peek())) ++at_;
    return at_ > start;
}

void JsonPathReader::refuse(std::string message, ErrorCode code) {
    refuse_at(at_, std::move(message), code);
}

void JsonPathReader::refuse_at(std::size_t offset, std::string message, ErrorCode code) {
    if (!error_) error_ = {offset, std::move(message), code};
    at_ = text_.size();
}

void JsonPathReader::refuse_nesting() {
    refuse(fmt::format("filters, parentheses and calls more than {} levels deep", kMaxNesting),
           ErrorCode::kLimit);
}

}  // namespace plumbline::jsonpath
