#pragma once
// Performs one HTTP exchange and records it. The only place with libcurl.

#include "conformance/client/stream.hpp"
#include "spec/base/clock.hpp"
#include "spec/base/error.hpp"
#include "spec/http/message.hpp"

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline::client {

/// A request to an absolute URL. `request.target` is ignored: the URL holds it.
struct Call {
    std::string url;
    http::Request request;
    std::chrono::milliseconds timeout{30'000};
    std::string base_url{};  ///< the beginning of `url` before the API's own path; "": not said
    std::string area{};      ///< name of the API document that has the operation; "": not said
    /// Reads the answer while it comes; borrowed. Null: the answer is gathered.
    StreamSink* sink = nullptr;
};

/// What came of a call: a whole response, or the failure that kept it from coming.
struct Exchange {
    Call call;  ///< as sent
    std::optional<http::Response> response;
    std::optional<Error> failure;  ///< kUsage (cannot be sent), kUnreachable, kTimeout, kIo, kLimit
    /// How an answer that a sink read has ended; nothing without a sink or without a head.
    std::optional<StreamEnd> stream_end{};
    Instant started{};
    Instant ended{};
    Duration first_byte{};  ///< from start to the first byte of the response, 0 if none came
    /// As it was on the wire, where names were changed; its request's headers are those of `call`,
    /// each in its place.
    std::shared_ptr<const Exchange> wire{};

    /// Returns the exchange as it was on the wire.
    [[nodiscard]] const Exchange& on_the_wire() const { return wire ? *wire : *this; }
};

/// Returns what came of a call that was held back.
[[nodiscard]] Exchange not_sent(const Call& call, Error why);

/// Sends a call and waits for its answer, within the call's timeout.
using Send = std::function<Exchange(const Call&)>;

/// Bounds and trust of a client.
struct ClientOptions {
    std::size_t max_body =
        std::size_t{16} * 1024U * 1024U;  ///< bytes; a larger answer is a failure (kLimit)
    std::chrono::milliseconds connect_timeout{5'000};
    std::string ca_file;  ///< PEM; "": the system's authorities. Servers are always verified
    std::string certificate_file;  ///< PEM, shown to servers that ask; "": none
    std::string key_file;          ///< PEM, of the certificate
    std::string user_agent;
};

/// Starts the library below, once for the process, which takes milliseconds. The first Client does
/// it too: call it where there is time before. Thread: any.
void start();

/// Speaks HTTP/1.1 and keeps connections alive between calls. Follows no redirect, decodes no
/// content coding, adds no header of its own but Host, Content-Length and the user agent. A
/// loopback target is never asked for through a proxy. Thread: one thread at a time; make one per
/// worker.
class Client {
  public:
    Client(ClientOptions options, const Clock& clock);
    ~Client();
    Client(const Client&) = delete;
    Client& operator=(const Client&) = delete;

    /// Sends and waits for the whole answer, never longer than the call's timeout.
    [[nodiscard]] Exchange perform(const Call& call);

  private:
    struct State;
    std::unique_ptr<State> state_;
};

/// Says whether a header (any case) carries a credential wherever it is used: X-Api-Key,
/// Authorization, Cookie, ...
[[nodiscard]] bool carries_credential(std::string_view header);

/// Returns a POSIX shell command that repeats what was sent on the wire. Values of headers that
/// carry credentials (any case, whatever they are called on the wire) are written as variables
/// (`$PLUMBLINE_API_KEY`), never as themselves, and those of `others` (any case, the contract's
/// names) as `***`; a body too large to be read is named as a file.
[[nodiscard]] std::string curl_command(const Exchange& exchange,
                                       const std::vector<std::string>& others = {});

}  // namespace plumbline::client
