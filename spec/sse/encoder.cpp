#include "spec/sse/encoder.hpp"

#include <algorithm>

namespace plumbline::sse {
namespace {

/// Size of the field names and separators of an event with one data line.
constexpr std::size_t kFieldNames = 24;
constexpr std::string_view kId = "id: ";

/// Returns the offset of the first line end, npos if there is none. Two searches for one byte each
/// are much faster than one for a set.
std::size_t line_end_in(std::string_view text) {
    return std::min(text.find('\n'), text.find('\r'));
}

/// `field` ends with a colon and a space.
void append_line(std::string& bytes, std::string_view field, std::string_view value) {
    bytes += field;
    bytes += value;
    bytes += '\n';
}

void append_data(std::string& bytes, std::string_view data) {
    while (true) {
        const std::size_t end = line_end_in(data);
        append_line(bytes, "data: ", data.substr(0, end));
        if (end == std::string_view::npos) return;
        const bool is_crlf = data.substr(end, 2) == "\r\n";
        data.remove_prefix(end + (is_crlf ? 2 : 1));
    }
}

Result<void> check(const OutgoingEvent& event) {
    if (line_end_in(event.type) != std::string_view::npos)
        return fail(ErrorCode::kInvalid, "the type of an event cannot contain a line end");
    if (!event.id) return {};
    if (line_end_in(*event.id) != std::string_view::npos)
        return fail(ErrorCode::kInvalid, "the id of an event cannot contain a line end");
    if (event.id->find('\0') != std::string_view::npos)
        return fail(ErrorCode::kInvalid, "the id of an event cannot contain NUL");
    return {};
}

}  // namespace

Result<void> append_event(std::string& bytes, const OutgoingEvent& event) {
    auto checked = check(event);
    if (!checked) return checked;
    const std::size_t known =
        event.type.size() + event.data.size() + (event.id ? event.id->size() : 0);
    bytes.reserve(bytes.size() + known + kFieldNames);
    if (!event.type.empty()) append_line(bytes, "event: ", event.type);
    append_data(bytes, event.data);
    if (event.id) append_line(bytes, kId, *event.id);
    bytes += '\n';
    return {};
}

void append_id(std::string& bytes, std::uint64_t id) {
    append_line(bytes, kId, std::to_string(id));
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
