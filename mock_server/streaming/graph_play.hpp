#pragma once
// A run's way through its graph, one deed after the other.

#include "mock_server/streaming/graph.hpp"
#include "mock_server/streaming/teller.hpp"
#include "spec/base/ids.hpp"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace plumbline::mock {

/// What must pass before the next deed.
struct Beat {
    enum class Kind {
        kNone,
        kPace,   ///< `time` of the workspace's clock
        kPause,  ///< `time` of the real one
        kGate,   ///< `gate` must be opened; only here it is not null
        kEnd,
    };
    Kind kind = Kind::kNone;
    Duration time{0};
    const std::string* gate = nullptr;  ///< of the graph
};

/// Plays a graph and tells what happens. The same graph, input, state and seed tell the same.
/// Placeholders in values: {input:POINTER}, {state:POINTER} (as the step began), {n} (how often the
/// innermost loop has begun), {step}, {run_id}, {thread_id}, and of the last model {text} and
/// {message_id}. Thread: one at a time.
class GraphPlay {
  public:
    /// `graphs` has those that it calls. What of the input belongs to the state is put to it as an
    /// update is.
    GraphPlay(std::shared_ptr<const Graphs> graphs,
              std::shared_ptr<const Graph> graph,
              SharedJson input,
              Json state,
              std::uint64_t seed);
    ~GraphPlay();
    GraphPlay(GraphPlay&&) noexcept;
    GraphPlay& operator=(GraphPlay&&) noexcept;

    /// Says that `next` is near: asks for what it needs.
    void expect_next() const;
    /// Does the next thing. After kEnd it does nothing more.
    [[nodiscard]] Beat next(Teller& teller);
    /// Returns the state of the graph, as of the last step that ended.
    [[nodiscard]] const Json& state() const;

  private:
    struct Frame;
    struct Speech;

    [[nodiscard]] Beat do_next(Teller& teller);
    void begin(Teller& teller);
    [[nodiscard]] Beat speak(Teller& teller);
    void begin_speech(const Deed& deed, Teller& teller);
    void loop(const Deed& deed);
    void end_step(Teller& teller);
    void call(const Deed& deed, Teller& teller);
    void finish_frame(Teller& teller);
    [[nodiscard]] Json fill(const Json& form, const Teller& teller) const;

    bool has_begun_ = false;
    bool has_ended_ = false;
    Duration elapsed_{0};
    std::unique_ptr<Speech> speech_;
    std::vector<Frame> frames_;  ///< the innermost last; never empty
    std::shared_ptr<const Graphs> graphs_;
    SharedJson input_;
    IdSource ids_;
    std::string text_;
    std::string message_id_;
};

}  // namespace plumbline::mock
