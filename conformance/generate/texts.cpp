#include "conformance/generate/texts.hpp"

#include <algorithm>

namespace plumbline::generate {
namespace {

constexpr std::array<NamedText, 4> kFormats{{
    {"uuid", "99999999-9999-4999-8999-999999999999"},
    {"date-time", "2026-01-05T09:00:00Z"},
    {"date", "2026-01-05"},
    {"uri", "https://plumbline.example/"},
}};

}  // namespace

std::string text_of_length(std::size_t length) {
    std::string text(kPlainText.substr(0, length));
    text.resize(std::min(length, kLongestText), 'x');
    return text;
}

std::string text_of_format(std::string_view format) {
    for (const NamedText& known : kFormats) {
        if (known.name == format) return std::string(known.text);
    }
    return "";
}

}  // namespace plumbline::generate
