#pragma once
// How many connections a server has, and whether it takes more.

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <mutex>

namespace plumbline::mock {

/// Where a server is in its life; it only goes forward.
enum class Stage {
    kServing,
    kDraining,  ///< takes no new connection, finishes what is under way
    kStopping,  ///< ends every connection
};

/// What becomes of a connection that has just come.
enum class Admission {
    kServed,
    kFull,      ///< answered with 503: there are too many
    kDraining,  ///< answered with 503: the server is going away
    kDropped,   ///< closed without a word: too many to answer even that
};

/// Counts the connections of all workers. Thread: any.
class Census {
  public:
    explicit Census(std::size_t max_connections) : max_(max_connections) {}

    /// Counts a connection on its way to its worker; `admit` must follow.
    void arrive();
    /// Decides on a connection that has arrived; `leave` must follow with the same admission.
    [[nodiscard]] Admission admit();
    void leave(Admission admission);

    [[nodiscard]] Stage stage() const;
    void enter(Stage stage);

    /// Returns once no served connection is left, or after `patience`.
    void wait_until_unused(std::chrono::milliseconds patience);
    /// Returns once no connection at all is left, or after `patience`.
    void wait_until_empty(std::chrono::milliseconds patience);

  private:
    const std::size_t max_;
    mutable std::mutex mutex_;
    std::condition_variable changed_;
    Stage stage_ = Stage::kServing;
    std::size_t arriving_ = 0;
    std::size_t served_ = 0;
    std::size_t others_ = 0;
};

}  // namespace plumbline::mock
