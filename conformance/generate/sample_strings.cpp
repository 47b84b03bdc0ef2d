#include "conformance/generate/sample_strings.hpp"

#include <algorithm>

namespace plumbline::generate {
namespace {

constexpr std::array<SampleString, 4> kFormatSamples{{
    {"uuid", "99999999-9999-4999-8999-999999999999"},
    {"date-time", "2026-01-05T09:00:00Z"},
    {"date", "2026-01-05"},
    {"uri", "https://plumbline.example/"},
}};

}  // namespace

std::string string_of_length(std::size_t length) {
    std::string text(kPlainString.substr(0, length));
    text.resize(std::min(length, kMaxStringLength), 'x');
    return text;
}

std::string string_of_format(std::string_view format) {
    for (const SampleString& known : kFormatSamples) {
        if (known.name == format) return std::string(known.text);
    }
    return "";
}

}  // namespace plumbline::generate
