// Forms: a written form reads back, and the boundary of a multipart body occurs only where the body
// is divided.

#include "spec/fuzz/fuzzing.hpp"
#include "spec/http/multipart.hpp"
#include "spec/http/urlencoded.hpp"

#include <string>
#include <vector>

using namespace plumbline;

namespace {

void check_urlencoded(std::string_view text) {
    const auto fields = http::parse_query(text);
    if (!fields) {
        PLUMBLINE_CHECK(!fields.error().message.empty(), "an error has a message");
        return;
    }
    const auto again = http::parse_query(http::to_urlencoded(*fields));
    PLUMBLINE_CHECK(again && *again == *fields, "a written form reads back");
    const auto same = http::parse_query(http::query_encode(text));
    PLUMBLINE_CHECK(same && *same == *fields, "encoding a query for a URL keeps its fields");
}

/// Each line of the text is a part: its name, and the rest.
std::vector<http::FormPart> parts_of(std::string_view text) {
    std::vector<http::FormPart> parts;
    while (!text.empty()) {
        const std::string_view line = text.substr(0, text.find('\n'));
        const std::size_t name = std::min(line.find('='), line.size());
        parts.push_back({std::string(line.substr(0, name)), "", std::string(line.substr(name))});
        text.remove_prefix(std::min(line.size() + 1, text.size()));
    }
    return parts;
}

void check_multipart(std::string_view text) {
    const auto parts = parts_of(text);
    const http::Multipart written = http::to_multipart(parts);
    std::string_view rest = written.body;
    const std::string delimiter = "--" + written.boundary;
    for (const http::FormPart& part : parts) {
        PLUMBLINE_CHECK(rest.starts_with(delimiter + "\r\n"), "a delimiter precedes each part");
        rest.remove_prefix(delimiter.size());
        const std::size_t end = rest.find("\r\n" + delimiter);
        PLUMBLINE_CHECK(end != std::string_view::npos, "a delimiter follows each part");
        PLUMBLINE_CHECK(rest.substr(0, end).ends_with("\r\n\r\n" + part.body),
                        "a part has its body");
        rest.remove_prefix(end + 2);
    }
    PLUMBLINE_CHECK(rest == delimiter + "--\r\n", "nothing follows the last part");
}

void check_input(std::string_view text) {
    check_urlencoded(text);
    check_multipart(text);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    return fuzz::run(check_input, bytes, size);
}
