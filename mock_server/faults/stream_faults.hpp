#pragma once
// How faults change a stream, event by event.

#include "mock_server/response/response_stream.hpp"
#include "mock_server/store/fixture_value.hpp"
#include "spec/base/result.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace plumbline::mock {

struct EventDraft;

/// Which of the events with its name a change concerns.
enum class EventChoice { kAll, kFirst, kEverySecond, kLast, kAllButLast };

/// A change of the events of a stream, or of its end.
struct StreamChange {
    std::string event;  ///< the event's name, without the part after `|`; if empty, all events
    std::function<void(EventDraft&)> apply;
    EventChoice choice = EventChoice::kAll;
    std::string containing{};     ///< only events with this text
    std::size_t larger_than = 0;  ///< only events of more bytes
    bool holds_events = false;    ///< holds back the events until the end
    bool exchanges = false;       ///< every second event precedes the one before it
    bool delays_events = false;   ///< an event is written when the next one follows
    /// Ends the stream instead of a last chunk.
    std::optional<std::string> end_text{};
    std::string first_text{};      ///< precedes the first event
    std::string last_event{};      ///< follows the last event
    std::size_t chunk_bytes = 0;   ///< size of the HTTP chunks; 0: an event is a chunk
    bool joins_events = false;     ///< events that are due together share an HTTP chunk
    std::size_t gather_bytes = 0;  ///< nothing is written before there are so many
    std::size_t lose_every = 0;    ///< every so many bytes one is lost

    [[nodiscard]] bool changes_chunks() const {
        return chunk_bytes > 0 || joins_events || gather_bytes > 0 || lose_every > 0;
    }
};

/// Reads the member "stream" of a fault. Errors: kInvalid, with position.
[[nodiscard]] Result<std::vector<StreamChange>> read_stream_changes(const FixtureValue& list);

/// Returns a stream that applies the changes to `stream`.
[[nodiscard]] std::shared_ptr<ResponseStream> with_changes(std::shared_ptr<ResponseStream> stream,
                                                           std::vector<StreamChange> changes);

}  // namespace plumbline::mock
