#pragma once
// An event that stream changes change.

#include "spec/sse/event_fields.hpp"

#include <string>

namespace plumbline::mock {

struct EventDraft {
    sse::EventFields event;
    std::string text;  ///< the event's bytes
    std::string raw;   ///< replaces the event's HTTP chunk, if not empty
    bool is_dropped = false;
};

}  // namespace plumbline::mock
