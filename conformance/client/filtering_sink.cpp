#include "conformance/client/filtering_sink.hpp"

namespace plumbline::client {

void FilteringSink::take_head_line(std::string_view line, Instant at) {
    if (!held_) return receiver_.take_head_line(line, at);
    held_->lines.emplace_back(line, at);
    // The client has refused a head that is too large.
    (void)held_->reader.take_head_line(line);
    if (!held_->reader.has_complete_head() || !accepts_(held_->reader.response())) return;
    const auto held = std::exchange(held_, std::nullopt);
    for (const auto& [held_line, arrived] : held->lines)
        receiver_.take_head_line(held_line, arrived);
}

bool FilteringSink::take_bytes(std::string_view bytes, Instant at) {
    return !held_ && receiver_.take_bytes(bytes, at);
}

std::string FilteringSink::body() const {
    return held_ ? "" : receiver_.body();
}

}  // namespace plumbline::client
