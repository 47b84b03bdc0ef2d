#include "spec/jsonpath/reader.hpp"

#include "spec/jsonpath/fault.hpp"

namespace plumbline::jsonpath {

std::string Reader::found() const {
    return character_at(text_, at_);
}

bool Reader::take(std::string_view token) {
    if (text_.substr(at_, token.size()) != token) return false;
    at_ += token.size();
    return true;
}

bool Reader::skip_blanks() {
    const std::size_t start = at_;
    while (is_blank(peek())) ++at_;
    return at_ > start;
}

}  // namespace plumbline::jsonpath
