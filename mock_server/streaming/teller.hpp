#pragma once
// What each stream mode shows of a run. Source: description, "Stream modes"; the forms that it
// leaves open are those of existing backends.

#include "mock_server/engine/stream.hpp"
#include "spec/base/clock.hpp"
#include "spec/json/json_fwd.hpp"

#include <bit>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline::mock {

enum class StreamMode { kValues, kUpdates, kMessagesTuple, kDebug, kCustom, kEvents };

/// Modes that somebody asked for. They are looked up for everything that a run does.
class StreamModes {
  public:
    void insert(StreamMode mode) { bits_ |= bit(mode); }
    [[nodiscard]] bool contains(StreamMode mode) const { return (bits_ & bit(mode)) != 0; }
    [[nodiscard]] bool empty() const { return bits_ == 0; }
    [[nodiscard]] int size() const { return std::popcount(bits_); }

  private:
    static std::uint32_t bit(StreamMode mode) { return 1U << static_cast<unsigned>(mode); }

    std::uint32_t bits_ = 0;
};

[[nodiscard]] std::optional<StreamMode> parse_stream_mode(std::string_view word);

/// Which run, and how it is streamed.
struct Telling {
    std::string run_id;
    std::string thread_id;  ///< "": stateless
    std::string assistant_id;
    std::string graph;
    StreamModes modes;
    bool with_subgraphs = false;
    bool with_ids = false;       ///< events are numbered from 0
    bool pairs_in_data = false;  ///< several modes: data is [mode, chunk]
    Instant start{};             ///< of the run, on the workspace's clock
};

/// Where in a run something happens.
struct Whereabouts {
    std::vector<std::string> path;  ///< `node:uuid` of each graph around this one
    std::string graph;
    std::string node;
    int step = 0;
    Duration elapsed{0};  ///< since the start, on the workspace's clock
};

/// What a model says at once.
struct Token {
    explicit Token(std::string text);

    std::string content;
    std::string json;  ///< the content as a JSON value: it may be said a million times
};

/// A model at work: what its tokens have in common.
struct Utterance {
    bool is_told = false;     ///< somebody asked for tokens from here
    std::string form;         ///< of the event of a token
    std::size_t content = 0;  ///< where in the form the token's content goes
    std::string id;
    std::string model;
    std::vector<std::string> tags;
};

/// Writes the events of a run. Thread: one at a time.
class Teller {
  public:
    /// `put` takes each event, in parts that are valid for the call.
    Teller(Telling telling, std::function<void(Parts)> put);

    [[nodiscard]] const Telling& about() const { return telling_; }

    void metadata();
    void begin_graph(const Whereabouts& at, const Json& state);
    void end_graph(const Whereabouts& at, const Json& state);
    /// Tells the state, before the first step and after each that changes it.
    void values(const Whereabouts& at, const Json& state);
    void begin_node(const Whereabouts& at, const Json& state);
    void end_node(const Whereabouts& at, const Json& update);
    [[nodiscard]] Utterance begin_model(const Whereabouts& at,
                                        std::string id,
                                        std::string model,
                                        std::vector<std::string> tags);
    void token(const Whereabouts& at, const Utterance& utterance, const Token& token);
    void end_model(const Whereabouts& at, const Utterance& utterance, const std::string& content);
    void custom(const Whereabouts& at, const Json& data);
    void error(const Json& data);

  private:
    // Looked at before anything is put together: a state may be large.
    [[nodiscard]] bool tells(StreamMode mode, const Whereabouts& at) const;
    [[nodiscard]] bool tells_events() const { return telling_.modes.contains(StreamMode::kEvents); }
    void put(StreamMode mode, const Whereabouts& at, std::string chunk);
    void put_event(std::string_view name, std::string_view data);
    /// Returns the last lines of an event: its id, if any, and the blank one. Valid until the next.
    [[nodiscard]] std::string_view end();
    [[nodiscard]] std::string name_of(StreamMode mode, const Whereabouts& at) const;
    [[nodiscard]] std::string data_of(StreamMode mode, std::string chunk) const;
    void debug(const Whereabouts& at, std::string_view type, Json payload);
    void event(const Whereabouts& at,
               std::string_view what,
               std::string_view name,
               const std::vector<std::string>& tags,
               Json data);
    [[nodiscard]] Json metadata_of(const Whereabouts& at,
                                   const std::vector<std::string>& tags) const;

    Telling telling_;
    std::function<void(Parts)> put_;
    std::uint64_t next_id_ = 0;
};

}  // namespace plumbline::mock
