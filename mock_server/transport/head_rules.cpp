#include "mock_server/transport/head_rules.hpp"

#include "spec/base/text.hpp"
#include "spec/http/url.hpp"

#include <algorithm>
#include <array>

namespace plumbline::mock {
namespace {

constexpr std::string_view kContinue = "100-continue";

/// Fields of requests whose value is no list and of which it matters which one counts, beside Host
/// and the fields that frame the message.
constexpr std::array<std::string_view, 6> kSingleFields{
    "Authorization", "Content-Type", "Last-Event-ID", "Origin", "Proxy-Authorization", "Referer"};

/// Source: RFC 3986, sections 3.2.2 and 3.2.3: `uri-host [ ":" port ]`, which may be empty.
bool is_host_value(std::string_view value) {
    std::string_view host = value;
    std::string_view port;
    if (host.starts_with('[')) {
        const std::size_t end = host.find(']');
        if (end == std::string_view::npos) return false;
        port = host.substr(end + 1);
        host = host.substr(1, end - 1);
        if (!port.empty() && !port.starts_with(':')) return false;
        const bool is_address =
            !host.empty() &&
            host.find_first_not_of("0123456789abcdefABCDEF:.") == std::string_view::npos;
        if (!is_address) return false;
    } else {
        const std::size_t colon = std::min(host.find(':'), host.size());
        port = host.substr(colon);
        host = host.substr(0, colon);
    }
    const auto is_name_byte = [](char c) {
        return is_ascii_letter(c) || is_ascii_digit(c) ||
               std::string_view("-._~!$&'()*+,;=%:").find(c) != std::string_view::npos;
    };
    return std::all_of(host.begin(), host.end(), is_name_byte) &&
           std::all_of(port.begin() + (port.empty() ? 0 : 1), port.end(), is_ascii_digit);
}

/// Source: RFC 9110, section 5.6.2 (token), extended by the characters of parameters.
bool is_coding_byte(char c) {
    const bool is_alphanumeric =
        (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    return is_alphanumeric ||
           std::string_view("!#$%&'*+-.^_`|~,;=\" \t").find(c) != std::string_view::npos;
}

std::optional<RequestRefusal> check_target_form(const http::Request& head) {
    const auto checked = http::check_target(head.target);
    if (checked) return std::nullopt;
    return RequestRefusal{400, checked.error().message};
}

std::optional<RequestRefusal> check_host(const http::Request& head, int minor_version) {
    const std::size_t count = head.headers.count("Host");
    if (count == 0 && minor_version == 0) return std::nullopt;
    if (count == 1) {
        const std::string& value = *head.headers.find("Host");
        if (is_host_value(value)) return std::nullopt;
        return RequestRefusal{
            400, "the Host `" + value + "` is malformed, expected a host and optionally a port"};
    }
    return RequestRefusal{400,
                          "the request has " + std::to_string(count) +
                              " Host fields, expected exactly one in HTTP/1.1"};
}

std::optional<RequestRefusal> check_transfer_encoding(const http::Request& head,
                                                      int minor_version) {
    if (!head.headers.has("Transfer-Encoding")) return std::nullopt;
    const std::string value = head.headers.joined("Transfer-Encoding");
    if (minor_version == 0) {
        return RequestRefusal{400,
                              "an HTTP/1.0 request has a Transfer-Encoding; use Content-Length"};
    }
    if (equals_ignoring_case(trimmed(value), "chunked")) return std::nullopt;
    // With any other coding the length of the body is uncertain: reading the rest of the input as a
    // new request would allow request smuggling.
    const bool is_malformed =
        trimmed(value).empty() || !std::all_of(value.begin(), value.end(), is_coding_byte);
    return RequestRefusal{
        is_malformed ? 400 : 501,
        "the Transfer-Encoding `" + value + "` is not supported, expected `chunked`"};
}

std::optional<RequestRefusal> check_single_fields(const http::Request& head) {
    for (const std::string_view name : kSingleFields) {
        if (head.headers.count(name) < 2) continue;
        return RequestRefusal{400, "the request has several " + std::string(name) + " fields"};
    }
    return std::nullopt;
}

std::optional<RequestRefusal> check_expect(const http::Request& head) {
    const std::string* expect = head.headers.find("Expect");
    if (expect == nullptr || equals_ignoring_case(*expect, kContinue)) return std::nullopt;
    return RequestRefusal{
        417, "the expectation `" + *expect + "` is not supported, expected 100-continue"};
}

}  // namespace

std::optional<RequestRefusal> check_head(const http::Request& head, int minor_version) {
    if (auto refusal = check_transfer_encoding(head, minor_version)) return refusal;
    if (auto refusal = check_host(head, minor_version)) return refusal;
    if (auto refusal = check_target_form(head)) return refusal;
    if (auto refusal = check_single_fields(head)) return refusal;
    return check_expect(head);
}

bool expects_continue(const http::Request& head, int minor_version) {
    const std::string* expect = head.headers.find("Expect");
    return minor_version > 0 && expect != nullptr && equals_ignoring_case(*expect, kContinue);
}

bool has_unsupported_version(std::string_view input) {
    const auto parts = split(input.substr(0, input.find("\r\n")), ' ');
    if (parts.size() != 3) return false;
    const std::string_view version = parts[2];
    const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
    return version.size() == 8 && version.starts_with("HTTP/") && is_digit(version[5]) &&
           version[6] == '.' && is_digit(version[7]) && version != "HTTP/1.0" &&
           version != "HTTP/1.1";
}

bool has_folded_line(std::string_view head) {
    for (auto at = head.find('\n'); at != std::string_view::npos; at = head.find('\n', at + 1)) {
        if (at + 1 < head.size() && (head[at + 1] == ' ' || head[at + 1] == '\t')) return true;
    }
    return false;
}

bool has_bare_line_feed(std::string_view head) {
    for (auto at = head.find('\n'); at != std::string_view::npos; at = head.find('\n', at + 1)) {
        if (at == 0 || head[at - 1] != '\r') return true;
    }
    return false;
}

}  // namespace plumbline::mock
