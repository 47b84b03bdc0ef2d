#include "spec/http/head_lines.hpp"

#include "spec/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <optional>

namespace plumbline::http {
namespace {

constexpr std::size_t kShownLine = 120;

/// `HTTP/1.1 200`, a blank and a reason, which may be empty; many servers also omit the blank.
bool is_status_line(std::string_view line) {
    return line.size() >= 12 && line.substr(0, 5) == "HTTP/" && is_ascii_digit(line[5]) &&
           line[6] == '.' && is_ascii_digit(line[7]) && line[8] == ' ' && line[9] >= '1' &&
           std::all_of(line.begin() + 9, line.begin() + 12, is_ascii_digit) &&
           (line.size() == 12 || line[12] == ' ');
}

/// Returns the number that a Content-Length states, nothing if it is none of 63 bits.
std::optional<std::int64_t> length_of(std::string_view text) {
    if (text.empty() || !std::ranges::all_of(text, is_ascii_digit)) return std::nullopt;
    std::int64_t length = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), length);
    if (error != std::errc{}) return std::nullopt;
    return length;
}

std::string shown(std::string_view name, const std::vector<std::string>& values) {
    return std::string(name) + ' ' + std::string(truncate(join(values, " and "), kShownLine));
}

/// Adds what is wrong with Content-Length; returns whether it states one number.
bool check_lengths(const std::vector<std::string>& lengths,
                   std::vector<MessageViolation>& violations) {
    const auto first = length_of(lengths.front());
    const bool is_one = first && std::ranges::all_of(lengths, [&](const std::string& length) {
                            return length_of(length) == first;
                        });
    if (lengths.size() == 1 && is_one) return true;
    violations.push_back(
        {"one Content-Length of decimal digits, less than 2^63", shown("Content-Length", lengths)});
    return is_one;
}

/// Returns whether a lenient client, such as libcurl, reads a length from the text.
bool has_lenient_length(std::string_view text) {
    return !text.empty() && text.front() == '+' && length_of(text.substr(1)).has_value();
}

}  // namespace

std::string to_text(const MessageViolation& violation) {
    return fmt::format("expected {}, found {}", violation.expected, violation.got);
}

bool is_field_line(std::string_view line) {
    const std::size_t colon = line.find(':');
    return colon != std::string_view::npos && is_token(line.substr(0, colon)) &&
           line.find_first_of(std::string_view("\r\0", 2)) == std::string_view::npos;
}

int read_status(std::string_view status_line) {
    const std::size_t blank = status_line.find(' ');
    int status = 0;
    if (blank != std::string_view::npos)
        std::from_chars(
            status_line.data() + blank + 1, status_line.data() + status_line.size(), status);
    return status;
}

void check_head_line(std::string_view line,
                     bool is_first,
                     std::vector<MessageViolation>& violations) {
    const std::string_view text = without_line_end(line);
    const auto add = [&](std::string_view expected) {
        if (std::ranges::find(violations, expected, &MessageViolation::expected) ==
            violations.end()) {
            violations.push_back({std::string(expected),
                                  fmt::format("the line \"{}\"", truncate(text, kShownLine))});
        }
    };
    if (is_first && !is_status_line(text)) add("the status line of HTTP/1.1");
    if (!is_first && !text.empty() && !is_field_line(text))
        add("fields of a name, a colon and a value in one line");
    if (!line.ends_with("\r\n")) add("CRLF at the end of each line of the head");
}

BodyFraming read_body_framing(std::string_view version, int status, const Headers& headers) {
    BodyFraming framing;
    const auto lengths = headers.values_of("Content-Length");
    const auto codings = headers.values_of("Transfer-Encoding");
    if (!codings.empty()) {
        framing.is_chunked =
            equals_ignoring_case(trimmed(split(codings.back(), ',').back()), "chunked");
        const bool is_alone =
            codings.size() == 1 && equals_ignoring_case(trimmed(codings.front()), "chunked");
        if (!is_alone) {
            framing.violations.push_back(
                {"Transfer-Encoding chunked alone", shown("Transfer-Encoding", codings)});
        }
        if (version != "HTTP/1.1") {
            framing.violations.push_back(
                {"Transfer-Encoding in HTTP/1.1 only", std::string(version)});
        }
        if (!lengths.empty()) {
            framing.violations.push_back(
                {"no Content-Length beside Transfer-Encoding", shown("Content-Length", lengths)});
        }
        return framing;
    }
    if (lengths.empty() || check_lengths(lengths, framing.violations)) return framing;
    framing.is_unknown =
        has_content("GET", status) && (lengths.size() > 1 || !has_lenient_length(lengths.front()));
    return framing;
}

bool closes_connection(std::string_view version, const Headers& headers) {
    const std::string connection = headers.joined("Connection");
    const std::vector<std::string_view> options = split(connection, ',');
    const auto has = [&](std::string_view option) {
        return std::ranges::any_of(options, [&](std::string_view one) {
            return equals_ignoring_case(trimmed(one), option);
        });
    };
    return has("close") || (version != "HTTP/1.1" && !has("keep-alive"));
}

}  // namespace plumbline::http
