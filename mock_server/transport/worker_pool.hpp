#pragma once
// The polling threads: each has a Worker, and takes its share of the connections.

#include "mock_server/transport/worker.hpp"
#include "spec/base/result.hpp"

#include <cstddef>
#include <memory>

namespace plumbline::mock {

/// Runs the workers from construction to destruction. Thread: any, but `take` one at a time.
class WorkerPool {
  public:
    /// Errors: kUsage (bad number of workers), kIo (the system gives no more threads, descriptors).
    [[nodiscard]] static Result<std::unique_ptr<WorkerPool>> start(
        const std::shared_ptr<Service>& service);
    /// Joins the threads and closes the connections that are left.
    ~WorkerPool();
    WorkerPool(const WorkerPool&) = delete;
    WorkerPool& operator=(const WorkerPool&) = delete;

    /// Takes over an accepted, non-blocking socket and gives it to the next worker in turn.
    void take(int fd);
    /// Makes every worker look at the server's stage.
    void ring();

  private:
    WorkerPool();
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace plumbline::mock
