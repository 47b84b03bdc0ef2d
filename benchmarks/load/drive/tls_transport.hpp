#pragma once
// HTTP/1.1 over TLS with libcurl. Bodies arrive as they are on the wire, so that framing is checked
// as on plain connections.

#include "benchmarks/load/drive/transport.hpp"

#include <memory>

namespace plumbline::load {

class TlsTransport final : public Transport {
  public:
    /// `clock` is borrowed. Errors: kIo.
    [[nodiscard]] static Result<std::unique_ptr<Transport>> open(const http::Url& base,
                                                                 const TransportOptions& options,
                                                                 const Clock& clock);
    ~TlsTransport() override;
    TlsTransport(const TlsTransport&) = delete;
    TlsTransport& operator=(const TlsTransport&) = delete;

    void send(const SerializedRequest& request, ResponseTracker& response) override;
    void cancel(ResponseTracker& response) override;
    void run_until(Instant until, const CompletionCallback& on_finished) override;
    [[nodiscard]] TransportCounters counters() const override;

  private:
    struct CurlState;
    explicit TlsTransport(std::unique_ptr<CurlState> state);
    std::unique_ptr<CurlState> state_;
};

}  // namespace plumbline::load
