#pragma once
// Logged state changes as text, for tests.

#include "mock_server/lifecycle/history/transition_log.hpp"
#include "spec/base/time_text.hpp"

#include <fmt/format.h>

#include <string>

namespace plumbline::mock {

/// Returns `2026-01-05T09:00:01.000000Z rooms ID A -> B (timer)`.
[[nodiscard]] inline std::string log_entry_text(const TransitionLogEntry& entry) {
    return fmt::format("{} {} {} {} -> {} ({})",
                       to_text(entry.at),
                       entry.collection,
                       entry.id,
                       entry.from.empty() ? "-" : entry.from,
                       entry.to.empty() ? "-" : entry.to,
                       entry.cause);
}

}  // namespace plumbline::mock
