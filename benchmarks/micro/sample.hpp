#pragma once
// What the benchmarks work on: streams of a size, and answers of the contract.

#include <string>
#include <string_view>

namespace plumbline::benchmarks {

/// Returns an event of exactly so many bytes, blank line included: a message with a token.
[[nodiscard]] inline std::string event_of(std::size_t bytes) {
    const std::string_view before = "event: messages\ndata: [{\"content\":\"";
    const std::string_view after =
        "\",\"id\":\"1\",\"type\":\"ai\"},{\"graph_node\":\"agent\"}]\n\n";
    const std::size_t rest = before.size() + after.size();
    return std::string(before) + std::string(bytes > rest ? bytes - rest : 0, 'x') +
           std::string(after);
}

/// Returns a stream of about so many bytes of such events.
[[nodiscard]] inline std::string stream_of(std::size_t event_bytes, std::size_t bytes) {
    const std::string one = event_of(event_bytes);
    std::string all;
    all.reserve(bytes + one.size());
    while (all.size() < bytes) all += one;
    return all;
}

constexpr std::size_t kStreamBytes = 64U << 20U;  ///< more than caches hold
constexpr std::size_t kPiece = 65'536;            ///< what one read brings

}  // namespace plumbline::benchmarks
