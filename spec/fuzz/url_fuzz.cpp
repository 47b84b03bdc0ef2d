// URLs, request targets and path templates: a written value reads back.

#include "spec/base/text.hpp"
#include "spec/fuzz/fuzzing.hpp"
#include "spec/http/path_template.hpp"
#include "spec/http/url.hpp"

#include <algorithm>
#include <map>
#include <string>

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

/// Checks that a target assembled from its decoded parts is parsed into the same parts.
void check_target(std::string_view text) {
    const auto target = http::parse_target(text);
    PLUMBLINE_CHECK(http::check_target(text).has_value() == target.has_value(),
                    "check_target and parse_target agree");
    if (!target) {
        PLUMBLINE_CHECK(!target.error().message.empty(), "an error has a message");
        return;
    }
    std::string again;
    for (const std::string& segment : target->segments)
        again += '/' + http::percent_encode(segment);
    again += '?';
    for (const auto& [name, value] : target->query)
        again += http::percent_encode(name) + '=' + http::percent_encode(value) + '&';
    const auto back = http::parse_target(again);
    PLUMBLINE_CHECK(back && back->segments == target->segments && back->query == target->query,
                    "a written target reads back");
}

/// Returns whether a template's literals need no encoding in a target.
bool is_plain(const http::PathTemplate& path) {
    return std::all_of(path.segments().begin(), path.segments().end(), [](const auto& segment) {
        const std::string literal = join(segment.literals, "");
        return http::percent_encode(literal) == literal;
    });
}

/// Fills the parameters with values that need encoding and checks that the template matches them
/// again.
void check_template(std::string_view text) {
    const auto path = http::PathTemplate::parse(text);
    if (!path) return;
    std::string written;
    std::map<std::string, std::string> values;
    for (const auto& segment : path->segments()) {
        written += '/' + segment.to_text();
        for (const std::string& name : segment.parameters) values[name] = "a/b ?%" + name;
    }
    PLUMBLINE_CHECK(written == text, "a template's segments make up its text");
    const auto filled = path->fill(values);
    PLUMBLINE_CHECK(filled.has_value(), "a template can be filled");
    if (!is_plain(*path)) return;
    const auto target = http::parse_target(*filled);
    PLUMBLINE_CHECK(target.has_value(), "a filled template is a target");
    const auto found = path->match(target->segments);
    PLUMBLINE_CHECK(found.has_value(), "a filled template matches");
    PLUMBLINE_CHECK(path->fill(*found).value_or("") == *filled,
                    "the values of a match fill the same path");
}

void check_input(std::string_view text) {
    check_percent_coding(text);
    check_url(text);
    check_template(text);
    check_target(text);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    return fuzz::run(check_input, bytes, size);
}
