#pragma once
// Rules for a request's head beyond the grammar, checked before the request is handled.

#include "spec/http/message.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace plumbline::mock {

/// Why a request is refused: the response status, and a readable reason.
struct RequestRefusal {
    int status = 400;
    std::string detail;

    bool operator==(const RequestRefusal&) const = default;
};

/// Checks target, Host, Transfer-Encoding and Expect of an HTTP/1.`minor_version` request, and that
/// fields with a single value occur once. Source: RFC 9112, sections 3.2 and 6.1; RFC 9110,
/// sections 5.3, 7.2 and 10.1.1.
[[nodiscard]] std::optional<RequestRefusal> check_head(const http::Request& head,
                                                       int minor_version);

/// Returns whether the client waits for `100 Continue` before it sends the body.
[[nodiscard]] bool expects_continue(const http::Request& head, int minor_version);

/// Returns whether `input` begins with a valid request line of an HTTP version other than 1.0 and
/// 1.1.
[[nodiscard]] bool has_unsupported_version(std::string_view input);

/// Returns whether a field is continued on another line. Source: RFC 9112, section 5.2: a server
/// refuses it. The library accepts it.
[[nodiscard]] bool has_folded_line(std::string_view head);

/// Returns whether a line ends in LF without CR. The library refuses that only in the first piece
/// of input; later it would wait forever for the end of the head.
[[nodiscard]] bool has_bare_line_feed(std::string_view head);

}  // namespace plumbline::mock
