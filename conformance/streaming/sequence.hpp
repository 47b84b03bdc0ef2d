#pragma once
// What only several events of a stream show together.

#include "conformance/streaming/breaches.hpp"
#include "conformance/streaming/items.hpp"
#include "spec/json/json_fwd.hpp"

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace plumbline::streaming {

/// What is known of a run before its stream comes.
struct RunFacts {
    std::string run_id;                 ///< of the path or the head, "" if neither names it
    bool is_whole = false;              ///< the stream begins with the run's beginning
    std::vector<std::string> replaced;  ///< keys of the state whose updates replace them
    Duration pause{};                   ///< asked for between the steps, 0: none
    std::int64_t steps = 0;             ///< asked for
};

/// Judges the order of events. Memory is bounded. Thread: none of its own.
class Sequence {
  public:
    /// `breaches` is borrowed.
    Sequence(RunFacts facts, Breaches& breaches) : facts_(std::move(facts)), breaches_(breaches) {}

    /// Notes the id of the run that something names, e.g. the head.
    void take_run_id(std::string_view run_id, std::string_view named_by, const Spot& spot);
    void take(const Chunk& chunk);
    /// Says that the stream has ended; `is_clean` as it should.
    void finish(bool is_clean, Instant started);

  private:
    /// An update that the next state must show.
    struct Update {
        std::vector<SharedJson> values;  ///< of the nodes that updated the key since the last state
        Spot spot;
    };
    struct Message {
        std::string text;              ///< what its tokens make up
        std::set<std::string> states;  ///< what the first states showed
        std::string last_state;        ///< and the last one
        Spot spot;
        bool is_beyond_us = false;  ///< too long, or not of texts alone
    };

    void take_id(const Chunk& chunk);
    void take_first(const Chunk& chunk);
    void take_error(const Chunk& chunk);
    void take_update(const Chunk& chunk);
    void take_state(const Chunk& chunk);
    void take_token(const Chunk& chunk);
    void find_messages(const Json& value, const Spot& spot, int depth);
    void note_arrival(const Chunk& chunk);
    void judge_tokens();
    void judge_arrival(Instant started);

    RunFacts facts_;
    Breaches& breaches_;
    std::string run_named_by_;
    std::optional<std::int64_t> last_id_;
    std::optional<Spot> error_;
    std::map<std::string, std::map<std::string, Update>> pending_;  ///< by namespace and key
    std::map<std::string, SharedJson> states_;                      ///< the last, by namespace
    std::map<std::string, Message> messages_;
    std::uint64_t events_ = 0;
    Instant first_{};
    Instant second_{};
    Instant last_{};
    Spot last_spot_{};
};

}  // namespace plumbline::streaming
