#pragma once
// Sends requests and passes their responses on, many at the same time, in one thread.

#include "benchmarks/load/drive/response_tracker.hpp"
#include "spec/base/clock.hpp"
#include "spec/base/result.hpp"
#include "spec/http/message.hpp"
#include "spec/http/url.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>

namespace plumbline::load {

/// A request that can be sent repeatedly. `request.target` is the target on the wire, with the path
/// of the base URL.
struct SerializedRequest {
    http::Request request;
    /// The request in the form of HTTP/1.1, for a transport that writes them itself.
    std::string bytes;
};

/// Returns a request with its bytes; adds Content-Length, and Host and User-Agent unless it has
/// them.
[[nodiscard]] SerializedRequest serialize_request(const http::Url& base, http::Request request);

struct TransportOptions {
    std::chrono::milliseconds connect_timeout{5'000};
    bool reuses_connections = true;
    std::string proxy{};    ///< its URL; if empty, none is used
    std::string ca_file{};  ///< PEM file; if empty, the authorities of the system. Servers are
                            ///< always verified
};

/// Counters of the client's own work.
struct TransportCounters {
    std::uint64_t wakeups = 0;
    std::uint64_t reads = 0;
};

/// Sends requests and reads responses. Not thread-safe: one thread does all work, and waits only in
/// `run_until`.
class Transport {
  public:
    /// Called when a response has ended; the response object may be reused for a request within the
    /// call.
    using CompletionCallback = std::function<void(ResponseTracker&)>;

    virtual ~Transport() = default;

    /// Sends a request; both are borrowed until the response has ended. A request that cannot be
    /// sent is reported later, as a failure of the response.
    virtual void send(const SerializedRequest& request, ResponseTracker& response) = 0;
    /// Abandons a response that has not ended: closes its connection without a callback.
    virtual void cancel(ResponseTracker& response) = 0;
    /// Processes events until the given time.
    virtual void run_until(Instant until, const CompletionCallback& on_finished) = 0;
    [[nodiscard]] virtual TransportCounters counters() const = 0;
    /// Returns the times since the last call, in ns, from when some responses had bytes to read
    /// until these were handled: the client's own work, which delays figures of what arrives
    /// meanwhile.
    [[nodiscard]] Histogram take_handling_times() { return std::exchange(handling_times_, {}); }

  protected:
    void record_handling(Duration time) { handling_times_.record(time.count()); }

  private:
    Histogram handling_times_;
};

/// Returns a transport for the URL: our own for http, libcurl for https or with a proxy. `clock` is
/// borrowed. Errors: kUnreachable (the host has no address), kIo.
[[nodiscard]] Result<std::unique_ptr<Transport>> make_transport(const http::Url& base,
                                                                const TransportOptions& options,
                                                                const Clock& clock);

}  // namespace plumbline::load
