#pragma once
// How faults change what a stream says, event by event.

#include "mock_server/engine/stream.hpp"
#include "mock_server/store/fixtures.hpp"
#include "spec/base/result.hpp"
#include "spec/json/json_fwd.hpp"

#include <memory>
#include <string>
#include <vector>

namespace plumbline::mock {

/// One change of the events of a stream, or of its end.
struct StreamChange {
    enum class Kind {
        kDrop,     ///< the event
        kRename,   ///< it to `text`
        kSet,      ///< `value` at `pointer` of its data
        kRemove,   ///< what is at `pointer`
        kReplace,  ///< `pattern` by `text` in its bytes
        kRaw,      ///< the event's chunk by `text`, in which {event} stands for its bytes
        kHold,     ///< everything back until the end
        kEnd,      ///< without a last chunk, `text` instead of it
    };
    Kind kind = Kind::kDrop;
    std::string event;  ///< name of those it is about, up to a `|`; "": all
    std::string pointer;
    std::string pattern;
    std::string text;
    SharedJson value;
};

/// Reads the member "stream" of a fault. Errors: kInvalid, with position.
[[nodiscard]] Result<std::vector<StreamChange>> read_stream_changes(const Document& fixture,
                                                                    const std::string& pointer);

/// Returns a stream that says what `stream` says, changed.
[[nodiscard]] std::shared_ptr<Stream> changed(std::shared_ptr<Stream> stream,
                                              std::vector<StreamChange> changes);

}  // namespace plumbline::mock
