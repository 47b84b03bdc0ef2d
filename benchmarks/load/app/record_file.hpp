#pragma once
// A file with a line for each request of a load run.

#include "benchmarks/load/drive/drive.hpp"
#include "spec/base/result.hpp"

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace plumbline::load {

/// A request that has ended, or was cancelled after the drain.
struct RequestRecord {
    std::size_t level = 0;  ///< from 1
    RequestOutcome outcome{};
    bool is_incomplete = false;
};

/// Returns a JSON object on one line: level, due time, the metrics that the response has (ns, names
/// as in result.json), events, tokens, bytes, outcome, reason. `secrets` are masked in the reason.
[[nodiscard]] std::string record_line(const RequestRecord& record,
                                      const std::vector<std::string>& secrets);

/// How long a file may take.
struct RecordWait {
    /// The longest time without a byte that is taken; also that for which `add` waits for room.
    std::chrono::milliseconds limit = std::chrono::seconds(10);
    const std::atomic<bool>* is_interrupted = nullptr;  ///< ends each wait; borrowed, may be null
};

/// Writes records from a thread of its own, so that the thread that measures waits for no disk.
/// `add`, `dropped` and `finish` are for one thread.
class RecordFile {
  public:
    /// Creates the file, or empties it; waits for the reader of a named pipe as long as for one
    /// that reads nothing. Errors: kIo.
    [[nodiscard]] static Result<std::unique_ptr<RecordFile>> create(
        const std::string& path, std::vector<std::string> secrets, RecordWait wait = {});
    /// Gives up what is not written, unless `finish` was called.
    ~RecordFile();
    RecordFile(const RecordFile&) = delete;
    RecordFile& operator=(const RecordFile&) = delete;

    /// Queues a record. If kMaxQueue records wait, drops it, unless it is of an incomplete request:
    /// nothing is measured any more, so it waits for room, until one has waited in vain.
    void add(RequestRecord record);
    /// Returns how many records were dropped.
    [[nodiscard]] std::uint64_t dropped() const;
    /// Writes what is queued and closes the file. Gives up if a pipe takes nothing for the time of
    /// RecordWait, or at an interrupt, but not at the one that ended the load. Errors: kIo.
    [[nodiscard]] Result<void> finish(bool was_load_interrupted = false);

    static constexpr std::size_t kMaxQueue = 65'536;

  private:
    struct RecordQueue;
    /// Returns the descriptor, or -1 and errno; ENXIO if a pipe has no reader.
    static int open_for_writing(const std::string& path, const RecordQueue& queue);
    explicit RecordFile(std::unique_ptr<RecordQueue> queue);

    /// Waits until the thread has written everything. Errors: kIo.
    [[nodiscard]] Result<void> wait_for_end(bool ends_at_interrupt);

    std::unique_ptr<RecordQueue> queue_;
};

}  // namespace plumbline::load
