#pragma once
// Checks that involve several events of a stream.

#include "conformance/streaming/finding_collector.hpp"
#include "conformance/streaming/item_checker.hpp"
#include "conformance/streaming/update_checker.hpp"
#include "spec/json/json_fwd.hpp"

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace plumbline::streaming {

/// The real-time pauses that a request asks its run to make: only then buffering is checked.
/// Source: design, section 5, "first event and event names of other modes".
struct RequestedPauses {
    Duration each{};         ///< the pause between two steps, 0 if there is none
    std::int64_t steps = 0;  ///< requested number of steps
};

/// The data about a run that is available before its stream begins.
struct ExpectedRun {
    std::string run_id;                      ///< run id from the path or the head; empty if unknown
    bool starts_at_beginning = false;        ///< the stream begins at the start of the run
    std::vector<std::string> replaced_keys;  ///< keys of the state that an update replaces
    RequestedPauses pauses{};
    bool is_in_real_time = true;  ///< false: the server's clock is virtual, see runner::Target
};

/// Checks the sequence of events. Memory is bounded. Not thread-safe: each stream has its own.
class SequenceChecker {
  public:
    /// `findings` is borrowed.
    SequenceChecker(ExpectedRun expected_run, FindingCollector& findings)
        : expected_run_(std::move(expected_run)),
          findings_(findings),
          updates_(expected_run_.replaced_keys, findings) {}

    /// Checks a run id, which `named_by` contains, e.g. the head.
    void check_run_id(std::string_view run_id,
                      std::string_view named_by,
                      const StreamPosition& position);
    void check(const ModeEvent& mode_event);
    /// Ends the stream; `is_clean`: it ended properly.
    void finish(bool is_clean, Instant started);

  private:
    struct TokenMessage {
        std::string text;              ///< the concatenated tokens
        std::set<std::string> states;  ///< the text in the first states
        std::string last_state;        ///< the text in the last state
        StreamPosition position;
        bool is_unsupported = false;  ///< too long, or not only strings
    };

    void check_id(const ModeEvent& mode_event);
    void check_run(const ModeEvent& mode_event);
    void check_error(const ModeEvent& mode_event);
    void record_token(const ModeEvent& mode_event);
    void record_message_texts(const Json& value, const StreamPosition& position, int depth);
    void note_arrival(const ModeEvent& mode_event);
    void check_tokens();
    void check_arrival(Instant started);

    ExpectedRun expected_run_;
    FindingCollector& findings_;
    std::string run_named_by_;
    std::optional<std::int64_t> last_id_;
    std::optional<StreamPosition> error_;
    UpdateChecker updates_;
    std::map<std::string, TokenMessage> messages_;
    std::uint64_t events_ = 0;
    Instant first_{};
    Instant second_{};
    Instant last_{};
    StreamPosition last_position_{};
};

}  // namespace plumbline::streaming
