#pragma once
// What a request's head must satisfy beyond the grammar, before anybody answers it.

#include "spec/http/message.hpp"

#include <optional>
#include <string>

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

}  // namespace plumbline::mock
