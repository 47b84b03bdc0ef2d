#pragma once
// HTTP/1.1 over TLS, by libcurl. Bodies come as they are on the wire, so that framing is judged as
// on plain connections.

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

    void send(const Prepared& request, Answer& answer) override;
    void leave(Answer& answer) override;
    void run_until(Instant until, const Over& over) override;
    [[nodiscard]] TransportHealth health() const override;

  private:
    struct State;
    explicit TlsTransport(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

}  // namespace plumbline::load
