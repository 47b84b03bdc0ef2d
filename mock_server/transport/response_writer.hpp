#pragma once
// Converts responses to bytes: status line, fields, framing.

#include "mock_server/response/engine_response.hpp"
#include "mock_server/transport/send_queue.hpp"

#include <string_view>

namespace plumbline::mock {

/// How a response is framed, which depends on its request.
struct ResponseFraming {
    bool is_head_request = false;  ///< the fields of a GET, but no body
    int minor_version = 1;         ///< minor version of HTTP/1.x that the client supports
    bool keep_alive = true;        ///< the connection stays open
    std::string_view date{};       ///< value of Date, "" for none
};

/// Returns the value of Date for now. Made once a second for each thread; valid until the next call
/// in the thread. Source: RFC 9110, section 6.6.1.
[[nodiscard]] std::string_view current_date();

/// Appends the response with the given framing. Source: RFC 9110, sections 6.4.1 and 8.6; RFC 9112,
/// sections 6 and 9.
void write_response(const EngineResponse& response,
                    const ResponseFraming& framing,
                    SendQueue& output);

}  // namespace plumbline::mock
