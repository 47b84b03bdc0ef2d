#pragma once
// Records when the events of streams arrive, within limits for a stream and for a run.

#include "reports/result.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline::reports {

/// The most arrivals of one stream.
inline constexpr std::size_t kMaxArrivals = 200;

/// Collects the first and the last arrivals of one stream.
class ArrivalLog {
  public:
    void add(StreamArrival arrival);
    /// Returns the arrivals in their order. To be called once.
    [[nodiscard]] std::vector<StreamArrival> take();

  private:
    std::vector<StreamArrival> arrivals_;
    std::size_t next_ = kMaxArrivals / 2;  ///< position that the next arrival overwrites
};

/// Returns two hexadecimal digits per byte.
[[nodiscard]] std::string hex_of(std::string_view bytes);
/// Returns the bytes that such a text describes, up to the first two characters that are not a
/// byte.
[[nodiscard]] std::string bytes_of_hex(std::string_view hex);

/// Bounds the arrivals and excerpts of a run: keeps those of streams with findings, then those of
/// other streams, in the order of the scenarios, and clears the rest.
void limit_arrivals(std::vector<ScenarioResult>& scenarios);

}  // namespace plumbline::reports
