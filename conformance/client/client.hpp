#pragma once
// Performs one HTTP exchange and records it. Only this module uses libcurl.

#include "conformance/client/call_effect.hpp"
#include "conformance/client/connection_info.hpp"
#include "conformance/client/connection_settings.hpp"
#include "conformance/client/curl_command.hpp"
#include "conformance/client/filtering_sink.hpp"
#include "conformance/client/mask.hpp"
#include "conformance/client/stream_sink.hpp"
#include "spec/base/clock.hpp"
#include "spec/base/error.hpp"
#include "spec/base/result.hpp"
#include "spec/http/head_lines.hpp"
#include "spec/http/message.hpp"

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline::client {

inline constexpr std::size_t kMebibyte = std::size_t{1024} * 1024U;

/// A request to an absolute URL. `request.target` is ignored: `url` contains it.
struct HttpCall {
    std::string url;
    http::Request request;
    std::chrono::milliseconds timeout{30'000};
    std::string base_url{};  ///< the beginning of `url` before the API's own path; empty if unknown
    std::string area{};  ///< name of the API document that declares the operation; empty if unknown
    /// Statuses that say to try again later (429, 503) and that the caller judges itself: the call
    /// is not repeated because of them.
    std::vector<int> expected_statuses{};
    bool is_cleanup = false;  ///< it deletes what a run has left; a missing resource is a success
    /// Reads the response while it is received; borrowed. Null: the body is stored in the exchange.
    StreamSink* sink = nullptr;
};

/// The result of a call: a complete response, or a failure.
struct Exchange {
    HttpCall call;  ///< the call as sent
    std::optional<http::Response> response;
    /// kUsage (cannot be sent, or refused by a rate limit), kUnreachable, kTimeout, kIo, kLimit
    std::optional<Error> failure;
    /// Why the content coding of the response could not be undone; then its body is as received.
    /// kSyntax, kUnsupported
    std::optional<Error> coding_error{};
    /// What HTTP/1.1 does not allow in the bytes of the response; also of one that is a failure. A
    /// sink that reads a sequence of items checks its bytes itself.
    std::vector<http::MessageViolation> violations{};
    /// How a response that was read by a sink ended; nothing without a sink or without a head.
    std::optional<StreamEnd> stream_end{};
    Instant started{};
    Instant ended{};
    Duration first_byte{};  ///< time from the start to the first byte of the response, 0 if none
                            ///< was received
    /// The exchange as sent and received, if names were translated or a redirect between a path and
    /// the same path with a slash was followed; its request has the same
    /// headers as `call` in the same order.
    std::shared_ptr<const Exchange> wire{};
    /// Set if the client records connections, see ClientOptions.
    std::shared_ptr<const ConnectionInfo> connection{};

    /// Returns the exchange as it was sent and received.
    [[nodiscard]] const Exchange& wire_exchange() const { return wire ? *wire : *this; }
};

/// Returns the result of a call that was not sent.
[[nodiscard]] Exchange unsent_exchange(const HttpCall& call, Error reason);

/// Sends a call and waits for its response, at most for the call's timeout.
using Send = std::function<Exchange(const HttpCall&)>;

/// Repeats a call once if the response redirects it to the same path with or without a slash at its
/// end, see slash_redirect; not with a sink, which has received the first response already. The
/// exchange has the call as given, its `wire` the repeated one.
[[nodiscard]] Send with_slash_redirects(Send send);

/// Limits, connection settings and user agent of a client.
struct ClientOptions {
    std::size_t max_body = 8 * kMebibyte;  ///< bytes, also when decoded; a larger response is a
                                           ///< failure (kLimit)
    /// Bytes of memory for a body that begins like JSON, estimated; more is a failure (kLimit).
    /// With the default a run takes less than 64 MiB: queries need half as much again.
    std::size_t max_json_memory = 24 * kMebibyte;
    std::chrono::milliseconds connect_timeout{5'000};
    /// Proxies (without them, none is used) and trusted authorities. Servers are always verified.
    ConnectionSettings connection{};
    std::string certificate_file{};  ///< PEM file, presented to servers that request it; empty if
                                     ///< there is none
    std::string key_file{};          ///< PEM file with the key of the certificate
    std::string user_agent{};
    /// Records the connection of each exchange and offers HTTP/2 in the TLS handshake, to find out
    /// what the server would choose.
    bool records_connection = false;
};

/// Initializes libcurl, once per process, which takes milliseconds. The first Client also does
/// this; call it earlier to save that time. Thread-safe.
void initialize_http_library();

/// Speaks HTTP/1.1 and keeps connections open between calls. It follows no redirects, and adds no
/// headers except Host, Content-Length, the user agent and Accept-Encoding: it undoes gzip and
/// deflate, and asks for no content coding if a sink reads the response. It uses the
/// proxies of its options only, and none for a loopback target; a status 407 of a proxy is a
/// failure (kUnreachable). Not thread-safe: create one client per worker.
class Client {
  public:
    Client(ClientOptions options, const Clock& clock);
    ~Client();
    Client(const Client&) = delete;
    Client& operator=(const Client&) = delete;

    /// Sends a call and waits for the complete response, at most for the call's timeout.
    [[nodiscard]] Exchange perform(const HttpCall& call);

  private:
    struct ClientState;
    std::unique_ptr<ClientState> state_;
};

/// Checks that a header can be sent. Errors: kUsage; the message does not contain the value.
[[nodiscard]] Result<void> check_header(const std::string& name, const std::string& value);

/// Returns whether a header (any case) carries a credential in any API: X-Api-Key, Authorization,
/// Cookie, ...
[[nodiscard]] bool is_credential_header(std::string_view header);

}  // namespace plumbline::client
