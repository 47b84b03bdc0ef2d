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

/// A change of the events of a stream, or of its end.
struct StreamChange {
    std::string event;  ///< the event's name, without the part after `|`; if empty, all events
    std::function<void(EventDraft&)> apply;
    bool holds_events = false;  ///< holds back all events until the end
    /// Ends the stream instead of a last chunk.
    std::optional<std::string> end_text{};
    std::string first_text{};     ///< precedes the first event
    std::string last_event{};     ///< follows the last event
    std::size_t chunk_bytes = 0;  ///< size of the HTTP chunks; 0: an event is a chunk
    bool joins_events = false;    ///< events that are due together share an HTTP chunk

    [[nodiscard]] bool changes_chunks() const { return chunk_bytes > 0 || joins_events; }
};

/// Reads the member "stream" of a fault. Errors: kInvalid, with position.
[[nodiscard]] Result<std::vector<StreamChange>> read_stream_changes(const FixtureValue& list);

/// Returns a stream that applies the changes to `stream`.
[[nodiscard]] std::shared_ptr<ResponseStream> with_changes(std::shared_ptr<ResponseStream> stream,
                                                           std::vector<StreamChange> changes);

}  // namespace plumbline::mock
