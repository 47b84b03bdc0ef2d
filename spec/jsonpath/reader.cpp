#include "spec/jsonpath/reader.hpp"

#include "spec/jsonpath/jsonpath_error.hpp"

namespace plumbline::jsonpath {

std::string JsonPathReader::describe_next() const {
    return character_at(text_, at_);
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

}  // namespace plumbline::jsonpath
