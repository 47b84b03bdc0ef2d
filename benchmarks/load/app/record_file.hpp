#pragma once
// A file with a line for each request of a load run.

#include "benchmarks/load/drive/drive.hpp"
#include "spec/base/result.hpp"

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

/// Writes records from a thread of its own, so that the thread that measures waits for no disk.
/// `add` and `finish` are for one thread.
class RecordFile {
  public:
    /// Creates the file, or empties it. Errors: kIo.
    [[nodiscard]] static Result<std::unique_ptr<RecordFile>> create(
        const std::string& path, std::vector<std::string> secrets);
    ~RecordFile();
    RecordFile(const RecordFile&) = delete;
    RecordFile& operator=(const RecordFile&) = delete;

    /// Queues a record. If kMaxQueue records wait, drops it, unless it is of an incomplete request:
    /// nothing is measured any more, so it waits for room, until one has waited for ten seconds.
    void add(RequestRecord record);
    /// Writes what is queued and closes the file. Returns the number of dropped records. Errors:
    /// kIo.
    [[nodiscard]] Result<std::uint64_t> finish();

    static constexpr std::size_t kMaxQueue = 65'536;

  private:
    struct RecordQueue;
    explicit RecordFile(std::unique_ptr<RecordQueue> queue);

    std::unique_ptr<RecordQueue> queue_;
};

}  // namespace plumbline::load
