#include "conformance/client/stream_sink.hpp"

namespace plumbline::client {

std::string_view to_text(StreamEnd end) {
    switch (end) {
        case StreamEnd::kComplete:
            return "complete";
        case StreamEnd::kClosed:
            return "closed";
        case StreamEnd::kReset:
            return "reset";
        case StreamEnd::kDeadline:
            return "deadline";
        case StreamEnd::kStopped:
            return "stopped";
        case StreamEnd::kMalformed:
            return "malformed";
    }
    return "";
}

}  // namespace plumbline::client
