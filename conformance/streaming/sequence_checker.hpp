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

/// The pauses in real time that a request asks its agent run to make. Without them a slow agent run
/// can only verify `arrival`, never violate it.
struct RequestedPauses {
    Duration each{};         ///< the pause between two steps, 0 if there is none
    std::int64_t steps = 0;  ///< requested number of steps
};

/// What is known of an agent run before its stream begins.
struct ExpectedRun {
    std::string run_id;                      ///< id in the path or the head; empty if unknown
    bool starts_at_beginning = false;        ///< the stream begins with the agent run
    std::vector<std::string> replaced_keys;  ///< keys of the state that an update replaces
    RequestedPauses pauses{};
    /// false: the target has a control interface, so its clock may be virtual.
    bool is_in_real_time = true;
};

/// Checks the sequence of events. Memory is bounded. Not thread-safe: each stream has its own.
class SequenceChecker {
  public:
    /// `findings` is borrowed.
    SequenceChecker(ExpectedRun expected_run, FindingCollector& findings)
        : expected_run_(std::move(expected_run)),
          findings_(findings),
          updates_(expected_run_.replaced_keys, findings) {}

    /// Checks the id of the agent run; `named_by`: where the id was found, e.g. `the first chunk`.
    void check_run_id(std::string_view run_id,
                      std::string_view named_by,
                      const StreamPosition& position);
    void check(const ModeEvent& mode_event);
    /// Ends the stream; `is_clean`: it ended properly.
    void finish(bool is_clean, Instant started);

  private:
    struct TokenMessage {
        std::string text;              ///< the concatenated tokens
        std::set<std::string> states;  ///< the first (at most 4) different texts that states show
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
