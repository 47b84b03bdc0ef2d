#pragma once
// Sends requests and hands their answers on, many at once, in one thread.

#include "benchmarks/load/drive/answer.hpp"
#include "spec/base/clock.hpp"
#include "spec/base/result.hpp"
#include "spec/http/message.hpp"
#include "spec/http/url.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

namespace plumbline::load {

/// A request, ready to be sent again and again. `request.target` is the target on the wire, behind
/// the base URL's path.
struct Prepared {
    http::Request request;
    std::string bytes;  ///< as HTTP/1.1 has it, for a transport that writes them itself
};

/// Returns a request with its bytes; Host, Content-Length and the user agent are added.
[[nodiscard]] Prepared prepare(const http::Url& base, http::Request request);

struct TransportOptions {
    std::chrono::milliseconds connect_timeout{5'000};
    bool reuses_connections = true;
    std::string ca_file{};  ///< PEM; "": the system's authorities. Servers are always verified
};

/// What the client's own part was.
struct TransportHealth {
    std::uint64_t wakeups = 0;
    std::uint64_t reads = 0;
};

/// Thread: one. All waiting happens in `run_until`.
class Transport {
  public:
    /// Is told when an answer is over; the answer may be used for another request there and then.
    using Over = std::function<void(Answer&)>;

    virtual ~Transport() = default;

    /// Sends a request; both are borrowed until the answer is over. What cannot be sent is told as
    /// a failure of the answer, later.
    virtual void send(const Prepared& request, Answer& answer) = 0;
    /// Leaves an answer that is not over: its connection is closed, nobody is told.
    virtual void leave(Answer& answer) = 0;
    /// Handles what comes until that time.
    virtual void run_until(Instant until, const Over& over) = 0;
    [[nodiscard]] virtual TransportHealth health() const = 0;
};

/// Returns a transport for the URL's scheme: one of our own for http, libcurl for https. `clock` is
/// borrowed. Errors: kUnreachable (the host has no address), kIo.
[[nodiscard]] Result<std::unique_ptr<Transport>> make_transport(const http::Url& base,
                                                                const TransportOptions& options,
                                                                const Clock& clock);

}  // namespace plumbline::load
