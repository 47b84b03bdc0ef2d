#pragma once
// Bytes in, requests out: HTTP/1.x framing with limits, without any socket.

#include "mock_server/transport/head_rules.hpp"
#include "mock_server/transport/server_options.hpp"
#include "spec/http/message.hpp"

#include <cstddef>
#include <memory>
#include <string_view>

namespace plumbline::mock {

/// A request with what only the connection needs to know of it.
struct ParsedRequest {
    http::Request request;
    int minor_version = 1;   ///< of HTTP/1.x
    bool keep_alive = true;  ///< the client is ready for another request

    bool operator==(const ParsedRequest&) const = default;
};

/// Reads one request after the other. The verdict on a request never depends on how its bytes were
/// cut. One whose head comes again byte for byte, as of a client that polls, is not read again.
/// Thread: one.
class RequestParser {
  public:
    enum class Step {
        kNeedMore,         ///< feed again, the rest with more behind it
        kExpectsContinue,  ///< the client waits for `100 Continue`; feed the rest again
        kComplete,         ///< take the request; the rest is the next one
        kRefused,          ///< answer with the refusal and close: the framing is lost
    };
    /// `consumed` bytes of the input are done with; the rest must stand first in the next feed.
    struct Fed {
        Step step = Step::kNeedMore;
        std::size_t consumed = 0;
    };

    /// Heeds max_request_line, max_head, max_fields and max_body of `options`, which must outlive
    /// it.
    explicit RequestParser(const ServerOptions& options);
    ~RequestParser();
    RequestParser(RequestParser&&) noexcept;
    RequestParser& operator=(RequestParser&&) noexcept;

    [[nodiscard]] Fed feed(std::string_view input);
    /// Returns the complete request and starts over.
    [[nodiscard]] std::shared_ptr<const ParsedRequest> take();
    [[nodiscard]] const Refusal& refusal() const;
    /// Returns the method of the request under way, or "" if that is not yet known.
    [[nodiscard]] std::string_view method() const;
    /// Says whether a request has begun and its head is not complete.
    [[nodiscard]] bool is_in_head() const;
    /// Says whether a head is complete and its body is not.
    [[nodiscard]] bool is_in_body() const;

  private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace plumbline::mock
