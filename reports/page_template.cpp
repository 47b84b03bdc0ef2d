#include "reports/page_template.hpp"

#include "spec/base/check.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace plumbline::reports {
namespace {

std::string_view page_file(std::span<const EmbeddedFile> files, std::string_view name) {
    for (const EmbeddedFile& file : files) {
        if (file.name.substr(file.name.rfind('/') + 1) == name) return file.json;
    }
    PLUMBLINE_CHECK(false, "a page has only placeholders of embedded files and of data");
    return "";
}

}  // namespace

std::string script_text(std::string_view json) {
    // `</script>` ends the element, `<!--` changes how it is read, and U+2028 and U+2029 end lines
    // in scripts. JSON has them only in strings.
    constexpr std::array<std::pair<std::string_view, std::string_view>, 3> kEscapes{
        {{"<", "\\u003c"}, {"\xE2\x80\xA8", "\\u2028"}, {"\xE2\x80\xA9", "\\u2029"}}};
    std::string text;
    text.reserve(json.size() + json.size() / 16);
    while (!json.empty()) {
        const std::size_t at = std::min(json.find_first_of("<\xE2"), json.size());
        text += json.substr(0, at);
        json.remove_prefix(at);
        if (json.empty()) break;
        const auto* const found =
            std::find_if(kEscapes.begin(), kEscapes.end(), [&](const auto& one) {
                return json.starts_with(one.first);
            });
        const bool is_escaped = found != kEscapes.end();
        text += is_escaped ? found->second : json.substr(0, 1);
        json.remove_prefix(is_escaped ? found->first.size() : 1);
    }
    return text;
}

std::string fill_page(std::span<const EmbeddedFile> files,
                      std::string_view name,
                      const PlaceholderText& data_of) {
    constexpr std::string_view kBegin = "{{";
    constexpr std::string_view kEnd = "}}";
    std::string html;
    std::string_view rest = page_file(files, name);
    for (std::size_t at = rest.find(kBegin); at != std::string_view::npos; at = rest.find(kBegin)) {
        const std::size_t end = rest.find(kEnd, at);
        html += rest.substr(0, at);
        const std::string_view placeholder =
            rest.substr(at + kBegin.size(), end - at - kBegin.size());
        if (const auto data = data_of(placeholder)) {
            html += *data;
        } else {
            html += page_file(files, placeholder);
        }
        rest.remove_prefix(end + kEnd.size());
    }
    html += rest;
    return html;
}

}  // namespace plumbline::reports
