#pragma once
// The figures of a running level for a monitoring system.

#include "benchmarks/load/result/result.hpp"
#include "spec/base/result.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

namespace plumbline::load {

/// Returns the measurements so far in the Prometheus text format; `number` of the level, from 1, is
/// the label `level` of all series. Units: seconds, bytes. Source: Prometheus, "Exposition
/// formats", version 0.0.4.
[[nodiscard]] std::string render_live_metrics(const Level& level, std::size_t number);

/// Serves a text to GET and HEAD requests for `/` and `/metrics` on a port of loopback, from a
/// thread of its own, one request at a time.
class MetricsServer {
  public:
    /// Port 0 means any free one. Errors: kIo (the port is in use).
    [[nodiscard]] static Result<std::unique_ptr<MetricsServer>> start(std::uint16_t port);
    ~MetricsServer();
    MetricsServer(const MetricsServer&) = delete;
    MetricsServer& operator=(const MetricsServer&) = delete;

    /// Replaces the text, at first "". Any thread may call it.
    void publish(std::string text);
    [[nodiscard]] std::uint16_t port() const;

  private:
    struct MetricsListener;
    explicit MetricsServer(std::unique_ptr<MetricsListener> listener);

    std::unique_ptr<MetricsListener> listener_;
};

}  // namespace plumbline::load
