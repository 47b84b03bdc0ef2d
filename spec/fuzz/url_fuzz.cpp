// URLs, request targets and path templates: what was written reads back.

#include "spec/fuzz/fuzzing.hpp"
#include "spec/http/path_template.hpp"
#include "spec/http/url.hpp"

using namespace plumbline;

namespace {

void check_percent_coding(std::string_view text) {
    const auto decoded = http::percent_decode(http::percent_encode(text));
    PLUMBLINE_CHECK(decoded && *decoded == text, "percent-encoding can be undone");
}

void check_url(std::string_view text) {
    const auto url = http::parse_url(text);
    if (!url) return;
    const auto again = http::parse_url(url->to_text());
    PLUMBLINE_CHECK(again && *again == *url, "a written URL reads back");
}

/// Fills the holes with values that need encoding; the template finds them again.
void check_template(std::string_view text) {
    const auto path = http::PathTemplate::parse(text);
    if (!path) return;
    PLUMBLINE_CHECK(path->text() == text, "a template keeps its text");
    std::map<std::string, std::string> values;
    for (const auto& segment : path->segments()) {
        if (segment.is_parameter) values[segment.text] = "a/b ?%" + segment.text;
    }
    const auto filled = path->fill(values);
    PLUMBLINE_CHECK(filled.has_value(), "a template can be filled");
    const auto target = http::parse_target(*filled);
    // A literal may hold what a target may not; then there is nothing to find again.
    if (!target) return;
    const auto found = path->match(target->segments);
    if (found) PLUMBLINE_CHECK(*found == values, "a filled template gives its values back");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    const std::string_view text = fuzz::text_of(bytes, size);
    check_percent_coding(text);
    check_url(text);
    check_template(text);
    const auto target = http::parse_target(text);
    if (!target) PLUMBLINE_CHECK(!target.error().message.empty(), "a refusal says why");
    return 0;
}
