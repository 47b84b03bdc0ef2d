#pragma once
// For tests: reads the events of streams.

#include "mock_server/store/testing.hpp"
#include "mock_server/streaming/agent_run.hpp"
#include "spec/json/parse.hpp"
#include "spec/sse/decoder.hpp"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace plumbline::mock {

/// An event as a client receives it.
struct StreamedEvent {
    std::string name;
    Json data;
    std::string id;

    bool operator==(const StreamedEvent&) const = default;
};

inline void PrintTo(const StreamedEvent& event, std::ostream* out) {
    *out << event.name << ' ' << event.data.dump() << ' ' << event.id;
}

inline std::vector<std::string> names_of(const std::vector<StreamedEvent>& events) {
    std::vector<std::string> names;
    for (const StreamedEvent& one : events) names.push_back(one.name);
    return names;
}

/// Returns the data of all events with this name.
inline std::vector<Json> data_of(const std::vector<StreamedEvent>& events,
                                 const std::string& name) {
    std::vector<Json> data;
    for (const StreamedEvent& one : events) {
        if (one.name == name) data.push_back(one.data);
    }
    return data;
}

/// Returns the events of a body that is not in the chunked coding.
inline std::vector<StreamedEvent> events_of(const std::string& body) {
    sse::Decoder decoder;
    std::vector<StreamedEvent> events;
    decoder.feed(body);
    while (true) {
        const auto event = decoder.next();
        if (!event || !*event) break;
        events.push_back({std::string((*event)->type),
                          parse_json((*event)->data).value_or(Json("not JSON")),
                          std::string((*event)->id)});
    }
    return events;
}

/// A client of a stream; it pulls like a connection.
class StreamClient {
  public:
    explicit StreamClient(std::shared_ptr<ResponseStream> stream) : stream_(std::move(stream)) {
        stream_->on_wake([this] { ++wakes; });
    }

    /// Receives everything that is due at `now`.
    std::vector<StreamedEvent> receive_all(SteadyTime now, std::size_t enough = 64 * 1024) {
        std::string body;
        do {
            StreamBuffer buffer(false);
            flow = stream_->pull(buffer, enough, now);
            body += buffer.bytes();
        } while (flow.next == PullResult::StreamNext::kMore);
        raw += body;
        return events_of(body);
    }
    /// Receives about `enough` bytes at most.
    std::vector<StreamedEvent> receive_some(SteadyTime now, std::size_t enough) {
        StreamBuffer buffer(false);
        flow = stream_->pull(buffer, enough, now);
        const std::string bytes(buffer.bytes());
        raw += bytes;
        return events_of(bytes);
    }
    void disconnect() { stream_.reset(); }
    [[nodiscard]] bool has_ended() const { return flow.next == PullResult::StreamNext::kEnd; }

    PullResult flow;
    std::string raw;
    int wakes = 0;

  private:
    std::shared_ptr<ResponseStream> stream_;
};

}  // namespace plumbline::mock
