#pragma once
// The polling threads: each has a Worker with its part of the connections.

#include "mock_server/transport/worker.hpp"
#include "spec/base/result.hpp"

#include <cstddef>
#include <memory>

namespace plumbline::mock {

/// Runs the workers from construction to destruction. Thread-safe, except that calls of
/// `add_socket` must come one at a time.
class WorkerPool {
  public:
    /// Errors: kUsage (invalid number of workers), kIo (no more threads or descriptors available).
    [[nodiscard]] static Result<std::unique_ptr<WorkerPool>> start(
        const std::shared_ptr<ServerContext>& context);
    /// Joins the threads and closes the remaining connections.
    ~WorkerPool();
    WorkerPool(const WorkerPool&) = delete;
    WorkerPool& operator=(const WorkerPool&) = delete;

    /// Takes ownership of an accepted, non-blocking socket and passes it to the next worker in
    /// turn.
    void add_socket(int fd);
    /// Makes every worker check the server's stage.
    void notify_all();

  private:
    WorkerPool();
    struct PoolState;
    std::unique_ptr<PoolState> state_;
};

}  // namespace plumbline::mock
