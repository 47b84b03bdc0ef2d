#include "conformance/client/call_check.hpp"

#include "spec/base/text.hpp"

#include <algorithm>
#include <utility>

namespace plumbline::client {
namespace {

// A line break in a value would inject a header; a NUL would truncate the value.
bool is_field_value(std::string_view text) {
    return text.find_first_of(std::string_view("\r\n\0", 3)) == std::string_view::npos;
}

bool has_web_scheme(std::string_view url) {
    return equals_ignoring_case(url.substr(0, 7), "http://") ||
           equals_ignoring_case(url.substr(0, 8), "https://");
}

bool has_user_info(std::string_view url) {
    const std::size_t start = url.find("://") + 3;
    const std::string_view authority = url.substr(start, url.find_first_of("/?#", start) - start);
    return authority.find('@') != std::string_view::npos;
}

bool is_printable_ascii(std::string_view text) {
    return std::ranges::all_of(text, [](char c) { return c > ' ' && c < 0x7F; });
}

tl::unexpected<Error> refused(std::string message) {
    return fail(ErrorCode::kUsage, std::move(message));
}

Result<void> check_url(const std::string& url) {
    if (url.size() > kMaxUrl) {
        // The message does not contain the URL: it is too long to be useful.
        return refused("cannot call a URL of " + std::to_string(url.size()) + " bytes: at most " +
                       std::to_string(kMaxUrl) +
                       " are allowed; shorten the value in its path or query");
    }
    if (!has_web_scheme(url)) {
        return refused("cannot call \"" + url + "\": the URL must begin with http:// or https://");
    }
    if (has_user_info(url)) {
        // The message does not contain the URL: it may contain a password.
        return refused(
            "cannot call a URL with a user name in it: remove it, credentials belong in "
            "headers");
    }
    if (!is_printable_ascii(url)) {
        return refused("cannot call \"" + url +
                       "\": the URL contains a blank, a control character or a byte outside ASCII; "
                       "percent-encode it");
    }
    return {};
}

}  // namespace

Result<void> check_header(const std::string& name, const std::string& value) {
    if (!is_token(name)) {
        return refused("cannot send header \"" + name +
                       "\": a header name consists of letters, digits and hyphens");
    }
    // The message does not contain the value: it may be a credential.
    if (!is_field_value(value)) {
        return refused("cannot send header " + name +
                       ": its value contains a line break or a NUL; remove it");
    }
    return {};
}

Result<void> check_call(const HttpCall& call) {
    if (!is_token(call.request.method)) {
        return refused("cannot send method \"" + call.request.method +
                       "\": a method is one word such as GET or PATCH");
    }
    if (call.request.method == "HEAD" && !call.request.body.empty()) {
        return refused("cannot send a HEAD request with a body: remove the body");
    }
    for (const auto& [name, value] : call.request.headers.all()) {
        if (auto sendable = check_header(name, value); !sendable) return sendable;
    }
    return check_url(call.url);
}

bool sends_body(const http::Request& request) {
    const auto& method = request.method;
    return !request.body.empty() || method == "POST" || method == "PUT" || method == "PATCH";
}

}  // namespace plumbline::client
