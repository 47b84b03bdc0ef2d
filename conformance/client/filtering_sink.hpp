#pragma once
// Withholds a response from its sink, so that the call can be repeated.

#include "conformance/client/response_reader.hpp"
#include "conformance/client/stream_sink.hpp"
#include "spec/http/message.hpp"

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace plumbline::client {

/// Passes a response on to another sink if its head is accepted. The sink receives nothing of any
/// other response, except its begin; reading stops at the first byte of its body.
class FilteringSink final : public StreamSink {
  public:
    using HeadFilter = std::function<bool(const http::Response& head)>;

    /// `receiver` is borrowed.
    FilteringSink(StreamSink& receiver, HeadFilter accepts)
        : receiver_(receiver), accepts_(std::move(accepts)) {}

    void begin(Instant at) override { receiver_.begin(at); }
    void take_head_line(std::string_view line, Instant at) override;
    bool take_bytes(std::string_view bytes, Instant at) override;
    [[nodiscard]] std::optional<Instant> idle_deadline() const override {
        return receiver_.idle_deadline();
    }
    [[nodiscard]] std::string body() const override;

  private:
    struct HeldHead {
        ResponseReader reader{"", 0};
        std::vector<std::pair<std::string, Instant>> lines;
    };

    StreamSink& receiver_;
    HeadFilter accepts_;
    std::optional<HeldHead> held_ = HeldHead{};  ///< nothing once the head was accepted
};

}  // namespace plumbline::client
