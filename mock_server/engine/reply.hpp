#pragma once
// What the engine answers and the transport writes.

#include "mock_server/engine/stream.hpp"
#include "spec/http/message.hpp"

#include <memory>
#include <string>
#include <variant>

namespace plumbline::mock {

/// A body that is ready: JSON text shared with the store, never copied on its way out.
struct JsonReply {
    int status = 200;
    http::Headers headers;
    std::shared_ptr<const std::string> body;
};

/// A status without a body (204).
struct EmptyReply {
    int status = 204;
    http::Headers headers;
};

/// A body that comes bit by bit. To a HEAD only the head is sent.
struct StreamReply {
    int status = 200;
    http::Headers headers;
    std::shared_ptr<Stream> stream;  ///< never null
};

using Reply = std::variant<JsonReply, EmptyReply, StreamReply>;

}  // namespace plumbline::mock
