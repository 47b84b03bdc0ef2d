#pragma once
// A state machine as data: states, transitions that time or events bring, effects of entering a
// state.

#include "mock_server/lifecycle/effect.hpp"
#include "spec/base/clock.hpp"
#include "spec/base/result.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline::mock {

struct State {
    std::string name;
    bool is_final = false;
    bool stops_children = false;  ///< records that belong to this one do not move any more
    std::vector<Effect> on_enter;
};

/// One way from state to state: after a time, or on an event.
struct Transition {
    std::string from;  ///< `*`: from every state that is not final
    std::string to;    ///< "" if the record goes away
    std::optional<Duration> after;
    std::string event;
    std::vector<Condition> when;

    [[nodiscard]] bool removes() const { return to.empty(); }
    [[nodiscard]] bool starts_in(const State& state) const;
};

/// A machine fixture. Thread: immutable, safe from any thread.
class Machine {
  public:
    /// Errors: kInvalid (a state nobody defines, one that cannot be reached, a final one with a way
    /// out, one without a way out that is not final), with position.
    [[nodiscard]] static Result<Machine> load(const Document& fixture);

    [[nodiscard]] const std::string& name() const { return name_; }
    /// Returns the pointer of the record's field that holds the state.
    [[nodiscard]] const std::string& field() const { return field_; }
    [[nodiscard]] const std::string& initial() const { return initial_; }
    [[nodiscard]] const std::vector<State>& states() const { return states_; }
    [[nodiscard]] const std::vector<Transition>& transitions() const { return transitions_; }
    /// Returns what happens on every change of state, whatever the state.
    [[nodiscard]] const std::vector<Effect>& on_change() const { return on_change_; }
    [[nodiscard]] const State* find_state(std::string_view name) const;

  private:
    [[nodiscard]] static Result<Machine> read(const Document& fixture);
    [[nodiscard]] Result<void> check(const Document& fixture) const;
    [[nodiscard]] Result<void> check_names(const Document& fixture) const;

    std::string name_;
    std::string field_;
    std::string initial_;
    std::vector<State> states_;
    std::vector<Transition> transitions_;
    std::vector<Effect> on_change_;
};

}  // namespace plumbline::mock
