#include "spec/sse/encoder.hpp"

#include <algorithm>

namespace plumbline::sse {
namespace {

constexpr std::string_view kLineEnds = "\r\n";

void append_line(std::string& bytes, std::string_view field, std::string_view value) {
    bytes += field;
    bytes += ": ";
    bytes += value;
    bytes += '\n';
}

void append_data(std::string& bytes, std::string_view data) {
    while (true) {
        const std::size_t end = data.find_first_of(kLineEnds);
        append_line(bytes, "data", data.substr(0, end));
        if (end == std::string_view::npos) return;
        const bool is_crlf = data.substr(end, 2) == "\r\n";
        data.remove_prefix(end + (is_crlf ? 2 : 1));
    }
}

Result<void> check(const Outgoing& event) {
    if (event.type.find_first_of(kLineEnds) != std::string_view::npos)
        return fail(ErrorCode::kInvalid, "the type of an event cannot hold a line end");
    if (!event.id) return {};
    if (event.id->find_first_of(kLineEnds) != std::string_view::npos)
        return fail(ErrorCode::kInvalid, "the id of an event cannot hold a line end");
    if (event.id->find('\0') != std::string_view::npos)
        return fail(ErrorCode::kInvalid, "the id of an event cannot hold NUL");
    return {};
}

}  // namespace

Result<void> append_event(std::string& bytes, const Outgoing& event) {
    auto checked = check(event);
    if (!checked) return checked;
    if (!event.type.empty()) append_line(bytes, "event", event.type);
    append_data(bytes, event.data);
    if (event.id) append_line(bytes, "id", *event.id);
    bytes += '\n';
    return {};
}

void append_comment(std::string& bytes, std::string_view text) {
    const std::size_t begin = bytes.size();
    bytes += ": ";
    bytes += text;
    std::replace_if(
        bytes.begin() + static_cast<std::ptrdiff_t>(begin),
        bytes.end(),
        [](char c) { return c == '\r' || c == '\n'; },
        ' ');
    bytes += '\n';
}

}  // namespace plumbline::sse
