#pragma once
// Replies to bytes: status line, fields, framing.

#include "mock_server/engine/reply.hpp"
#include "mock_server/transport/output.hpp"

#include <string_view>

namespace plumbline::mock {

/// What of a request decides how its reply is framed.
struct Framing {
    bool is_head = false;    ///< the fields of a GET, but no body
    int minor_version = 1;   ///< what the client speaks of HTTP/1.x
    bool keep_alive = true;  ///< the connection stays open
};

/// Appends the reply in the framing its request asks for.
/// Source: RFC 9110, sections 6.4.1 and 8.6; RFC 9112, sections 6 and 9.
void write_reply(const Reply& reply, const Framing& framing, Output& output);

/// Returns the reply `{"detail": detail}`.
[[nodiscard]] Reply error_reply(int status, std::string_view detail);

}  // namespace plumbline::mock
