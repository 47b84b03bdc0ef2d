#pragma once
// What a request's head must satisfy beyond the grammar, before anybody answers it.

#include "spec/http/message.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace plumbline::mock {

/// Why a request is not taken: the status to answer with, and the reason for people.
struct Refusal {
    int status = 400;
    std::string detail;

    bool operator==(const Refusal&) const = default;
};

/// Judges target, Host, Transfer-Encoding and Expect of an HTTP/1.`minor_version` request.
/// Source: RFC 9112, sections 3.2 and 6.1; RFC 9110, section 10.1.1.
[[nodiscard]] std::optional<Refusal> judge_head(const http::Request& head, int minor_version);

/// Says whether the client waits for `100 Continue` before it sends the body.
[[nodiscard]] bool expects_continue(const http::Request& head, int minor_version);

/// Says whether `input` begins with a sound request line of another HTTP version than 1.0 and 1.1.
[[nodiscard]] bool has_other_version(std::string_view input);

/// Says whether a line ends in LF alone. The library refuses that in a first piece of input only;
/// else it waits for the end of a head that never comes.
[[nodiscard]] bool has_bare_line_feed(std::string_view head);

}  // namespace plumbline::mock
