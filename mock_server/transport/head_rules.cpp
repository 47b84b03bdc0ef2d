#include "mock_server/transport/head_rules.hpp"

#include "spec/base/text.hpp"
#include "spec/http/url.hpp"

#include <algorithm>

namespace plumbline::mock {
namespace {

constexpr std::string_view kContinue = "100-continue";

/// Source: RFC 9110, section 5.6.2 (token), with the signs of a parameter added.
bool is_coding_byte(char c) {
    const bool is_alphanumeric =
        (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    return is_alphanumeric ||
           std::string_view("!#$%&'*+-.^_`|~,;=\" \t").find(c) != std::string_view::npos;
}

std::optional<Refusal> judge_target(const http::Request& head) {
    const auto checked = http::check_target(head.target);
    if (checked) return std::nullopt;
    return Refusal{400, checked.error().message};
}

std::optional<Refusal> judge_host(const http::Request& head, int minor_version) {
    const auto& fields = head.headers.all();
    const auto count = std::count_if(fields.begin(), fields.end(), [](const auto& field) {
        return equals_ignoring_case(field.first, "Host");
    });
    if (count == 1 || (count == 0 && minor_version == 0)) return std::nullopt;
    return Refusal{400,
                   "the request has " + std::to_string(count) +
                       " Host fields, expected exactly one in HTTP/1.1"};
}

std::optional<Refusal> judge_transfer_encoding(const http::Request& head, int minor_version) {
    if (!head.headers.has("Transfer-Encoding")) return std::nullopt;
    const std::string value = head.headers.joined("Transfer-Encoding");
    if (minor_version == 0) {
        return Refusal{400, "an HTTP/1.0 request has a Transfer-Encoding; use Content-Length"};
    }
    if (equals_ignoring_case(trimmed(value), "chunked")) return std::nullopt;
    // Whatever else it says, the length of the body is not known for sure: taking the rest of the
    // input for a new request would open the door to smuggling.
    const bool is_malformed =
        trimmed(value).empty() || !std::all_of(value.begin(), value.end(), is_coding_byte);
    return Refusal{is_malformed ? 400 : 501,
                   "the Transfer-Encoding `" + value + "` is not handled, expected `chunked`"};
}

std::optional<Refusal> judge_expect(const http::Request& head) {
    const std::string* expect = head.headers.find("Expect");
    if (expect == nullptr || equals_ignoring_case(*expect, kContinue)) return std::nullopt;
    return Refusal{417, "the expectation `" + *expect + "` is not handled, expected 100-continue"};
}

}  // namespace

std::optional<Refusal> judge_head(const http::Request& head, int minor_version) {
    if (auto refusal = judge_transfer_encoding(head, minor_version)) return refusal;
    if (auto refusal = judge_host(head, minor_version)) return refusal;
    if (auto refusal = judge_target(head)) return refusal;
    return judge_expect(head);
}

bool expects_continue(const http::Request& head, int minor_version) {
    const std::string* expect = head.headers.find("Expect");
    return minor_version > 0 && expect != nullptr && equals_ignoring_case(*expect, kContinue);
}

bool has_other_version(std::string_view input) {
    const auto parts = split(input.substr(0, input.find("\r\n")), ' ');
    if (parts.size() != 3) return false;
    const std::string_view version = parts[2];
    const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
    return version.size() == 8 && version.starts_with("HTTP/") && is_digit(version[5]) &&
           version[6] == '.' && is_digit(version[7]) && version != "HTTP/1.0" &&
           version != "HTTP/1.1";
}

bool has_bare_line_feed(std::string_view head) {
    for (auto at = head.find('\n'); at != std::string_view::npos; at = head.find('\n', at + 1)) {
        if (at == 0 || head[at - 1] != '\r') return true;
    }
    return false;
}

}  // namespace plumbline::mock
