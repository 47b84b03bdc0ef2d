#include "conformance/client/stream.hpp"

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
        case StreamEnd::kLeft:
            return "left";
        case StreamEnd::kGarbled:
            return "garbled";
    }
    return "";
}

}  // namespace plumbline::client
