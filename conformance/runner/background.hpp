#pragma once
// Exchanges that go on while later steps are played.

#include "conformance/runner/attempt.hpp"
#include "conformance/runner/scene.hpp"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace plumbline::runner {

/// The background of one workflow being played. Each exchange has a thread and a way to the target
/// of its own and ends by its own deadline; none outlives this. Thread: that of the workflow.
class Background {
  public:
    /// `scene` is borrowed.
    explicit Background(Scene& scene);
    ~Background();
    Background(const Background&) = delete;
    Background& operator=(const Background&) = delete;

    /// Begins the exchange of a prepared attempt and returns once it has come as far as the step
    /// releases it; says whether it has, or ended before. `place` is the step's place in the
    /// workflow.
    bool start(std::size_t place, workflow::Step step, Attempt prepared, Values values);
    /// Returns what the events of an exchange have given for outputs so far; null if it does not go
    /// on.
    [[nodiscard]] Json outputs(std::size_t place) const;
    [[nodiscard]] bool has(std::size_t place) const { return running_.contains(place); }
    /// Waits for the end of an exchange, which goes on, and judges it.
    [[nodiscard]] Attempt join(std::size_t place);
    /// Returns the places of what goes on, in their order.
    [[nodiscard]] std::vector<std::size_t> places() const;
    /// Tells all that goes on to end soon.
    void leave();

  private:
    struct Running;
    Scene& scene_;
    std::map<std::size_t, std::unique_ptr<Running>> running_;
};

}  // namespace plumbline::runner
