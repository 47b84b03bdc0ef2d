#pragma once
// How faults change a stream, event by event.

#include "mock_server/response/response_stream.hpp"
#include "mock_server/store/fixture_value.hpp"
#include "spec/base/result.hpp"
#include "spec/json/json_fwd.hpp"
#include "spec/json/pointer.hpp"

#include <memory>
#include <string>
#include <variant>
#include <vector>

namespace plumbline::mock {

// The kinds of changes of the events of a stream, or of its end.

struct DropEvent {};
struct RenameEvent {
    std::string name;
};
/// Sets a value of the event's data.
struct SetData {
    JsonPointer pointer;
    SharedJson value;
};
struct RemoveData {
    JsonPointer pointer;
};
/// Replaces `pattern` in the bytes of the event.
struct ReplaceBytes {
    std::string pattern;
    std::string by;
};
/// Replaces the HTTP chunk of the event by `text`, with {event} replaced by its bytes.
struct ReplaceChunk {
    std::string text;
};
/// Holds back all events until the end.
struct HoldEvents {};
/// Ends the stream with `text` instead of a last chunk.
struct EndWithText {
    std::string text;
};

struct StreamChange {
    std::string event;  ///< the event's name, without the part after `|`; if empty, all events
    std::variant<DropEvent,
                 RenameEvent,
                 SetData,
                 RemoveData,
                 ReplaceBytes,
                 ReplaceChunk,
                 HoldEvents,
                 EndWithText>
        change;
};

/// Reads the member "stream" of a fault. Errors: kInvalid, with position.
[[nodiscard]] Result<std::vector<StreamChange>> read_stream_changes(const FixtureValue& list);

/// Returns a stream that applies the changes to `stream`.
[[nodiscard]] std::shared_ptr<ResponseStream> with_changes(std::shared_ptr<ResponseStream> stream,
                                                           std::vector<StreamChange> changes);

}  // namespace plumbline::mock
