#pragma once
// Parses requests from bytes: HTTP/1.x framing with limits, independent of sockets.

#include "mock_server/transport/head_rules.hpp"
#include "mock_server/transport/server_options.hpp"
#include "spec/http/message.hpp"

#include <cstddef>
#include <memory>
#include <string_view>

namespace plumbline::mock {

/// A request, and its properties that only the connection needs.
struct ParsedRequest {
    http::Request request;
    int minor_version = 1;   ///< minor version of HTTP/1.x
    bool keep_alive = true;  ///< the client allows another request on the connection

    bool operator==(const ParsedRequest&) const = default;
};

/// Parses one request after the other. The result never depends on how the bytes were split. A
/// request whose head repeats the previous one byte for byte, as when a client polls, is not parsed
/// again. Not thread-safe: each connection has its own.
class RequestParser {
  public:
    enum class ParseStep {
        kNeedMore,         ///< feed the rest again, followed by more input
        kExpectsContinue,  ///< the client waits for `100 Continue`; feed the rest again
        kComplete,         ///< fetch the request; the rest begins the next one
        kRefused,          ///< respond with the refusal and close: the framing is lost
    };
    /// `consumed` bytes of the input are finished; the rest must come first in the next call.
    struct FeedResult {
        ParseStep step = ParseStep::kNeedMore;
        std::size_t consumed = 0;
    };

    /// Applies max_request_line, max_head, max_fields and max_body of `options`, which must outlive
    /// it.
    explicit RequestParser(const ServerOptions& options);
    ~RequestParser();
    RequestParser(RequestParser&&) noexcept;
    RequestParser& operator=(RequestParser&&) noexcept;

    [[nodiscard]] FeedResult feed(std::string_view input);
    /// Returns the complete request and resets the parser.
    [[nodiscard]] std::shared_ptr<const ParsedRequest> take_request();
    [[nodiscard]] const RequestRefusal& refusal() const;
    /// Returns the method of the current request, or "" if it is not yet known.
    [[nodiscard]] std::string_view method() const;
    /// Returns whether a request has begun and its head is incomplete.
    [[nodiscard]] bool is_in_head() const;
    /// Returns whether the head is complete and the body is not.
    [[nodiscard]] bool is_in_body() const;

  private:
    struct ParserState;
    std::unique_ptr<ParserState> state_;
};

}  // namespace plumbline::mock
