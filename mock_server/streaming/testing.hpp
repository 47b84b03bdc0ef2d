#pragma once
// For tests: runs of small graphs, and what they tell.

#include "mock_server/store/testing.hpp"
#include "mock_server/streaming/run.hpp"
#include "spec/json/parse.hpp"
#include "spec/sse/decoder.hpp"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace plumbline::mock {

/// An event as a client gets it.
struct Told {
    std::string name;
    Json data;
    std::string id;

    bool operator==(const Told&) const = default;
};

inline void PrintTo(const Told& told, std::ostream* out) {
    *out << told.name << ' ' << told.data.dump() << ' ' << told.id;
}

inline std::vector<std::string> names_of(const std::vector<Told>& events) {
    std::vector<std::string> names;
    for (const Told& one : events) names.push_back(one.name);
    return names;
}

/// Returns the events of one name.
inline std::vector<Json> of_name(const std::vector<Told>& events, const std::string& name) {
    std::vector<Json> data;
    for (const Told& one : events) {
        if (one.name == name) data.push_back(one.data);
    }
    return data;
}

/// Returns the events of a body without chunks.
inline std::vector<Told> events_of(const std::string& body) {
    sse::Decoder decoder;
    std::vector<Told> events;
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

/// A client of a stream, which pulls as a connection would.
class StreamClient {
  public:
    explicit StreamClient(std::shared_ptr<Stream> stream) : stream_(std::move(stream)) {
        stream_->on_wake([this] { ++wakes; });
    }

    /// Takes what there is at `now`, until nothing more is due.
    std::vector<Told> take(SteadyTime now, std::size_t enough = 64 * 1024) {
        std::string body;
        do {
            StreamBuffer buffer(false);
            flow = stream_->pull(buffer, enough, now);
            body += buffer.bytes();
        } while (flow.next == Flow::Next::kMore);
        raw += body;
        return events_of(body);
    }
    /// Takes about `enough` bytes at most.
    std::vector<Told> take_once(SteadyTime now, std::size_t enough) {
        StreamBuffer buffer(false);
        flow = stream_->pull(buffer, enough, now);
        const std::string said(buffer.bytes());
        raw += said;
        return events_of(said);
    }
    void leave() { stream_.reset(); }
    [[nodiscard]] bool has_ended() const { return flow.next == Flow::Next::kEnd; }

    Flow flow;
    std::string raw;
    int wakes = 0;

  private:
    std::shared_ptr<Stream> stream_;
};

}  // namespace plumbline::mock
