#include "benchmarks/load/app/record_file.hpp"

#include "conformance/client/client.hpp"
#include "spec/base/time_text.hpp"
#include "spec/json/print.hpp"

#include <nlohmann/json.hpp>

#include <condition_variable>
#include <fstream>
#include <mutex>
#include <thread>
#include <utility>

namespace plumbline::load {
namespace {

/// Between two writes. The queue has room for the requests of this time.
constexpr auto kWriteInterval = std::chrono::milliseconds(100);
constexpr auto kMaxWait = std::chrono::seconds(10);

std::string outcome_text(const RequestRecord& record) {
    if (record.is_incomplete) return "incomplete";
    if (record.outcome.failure) return std::string(to_text(*record.outcome.failure));
    return record.outcome.is_bounded ? "bounded" : "completed";
}

}  // namespace

std::string record_line(const RequestRecord& record, const std::vector<std::string>& secrets) {
    const RequestOutcome& outcome = record.outcome;
    Json line{{"level", record.level},
              {"due", plumbline::to_text(outcome.intended)},
              {"send_delay", (outcome.sent - outcome.intended).count()},
              {"events", outcome.events},
              {"tokens", outcome.tokens},
              {"bytes", outcome.bytes},
              {"outcome", outcome_text(record)}};
    for (const MetricRow& row : metric_rows()) {
        if (const auto value = metric_value(outcome, row.metric)) line[row.name] = *value;
    }
    if (outcome.connect) line["connect"] = outcome.connect->count();
    if (outcome.is_reconnected) line["reconnected"] = true;
    if (!outcome.failure_reason.empty())
        line["reason"] = client::mask_secrets(outcome.failure_reason, secrets);
    return plumbline::to_text(line) + '\n';
}

/// What both threads use; the mutex guards `waiting` and `dropped`.
struct RecordFile::RecordQueue {
    std::string path;
    std::vector<std::string> secrets;
    std::ofstream file;
    std::mutex mutex;
    std::condition_variable_any wakes;
    std::condition_variable_any has_room;
    std::vector<RequestRecord> waiting;
    std::uint64_t dropped = 0;
    bool is_hanging = false;  ///< a record waited in vain: the others do not
    std::jthread writer;

    void write_waiting() {
        std::vector<RequestRecord> records;
        {
            const std::lock_guard lock(mutex);
            records.swap(waiting);
        }
        has_room.notify_all();
        for (const RequestRecord& record : records) file << record_line(record, secrets);
    }

    void run(const std::stop_token& stop) {
        while (!stop.stop_requested()) {
            write_waiting();
            std::unique_lock lock(mutex);
            wakes.wait_for(lock, stop, kWriteInterval, [] { return false; });
        }
        write_waiting();
    }
};

Result<std::unique_ptr<RecordFile>> RecordFile::create(const std::string& path,
                                                       std::vector<std::string> secrets) {
    auto queue = std::make_unique<RecordQueue>();
    queue->path = path;
    queue->secrets = std::move(secrets);
    queue->file.open(path, std::ios::binary | std::ios::trunc);
    if (!queue->file) return fail(ErrorCode::kIo, "--records: cannot write " + path);
    return std::unique_ptr<RecordFile>(new RecordFile(std::move(queue)));
}

RecordFile::RecordFile(std::unique_ptr<RecordQueue> queue) : queue_(std::move(queue)) {
    queue_->writer =
        std::jthread([queue = queue_.get()](const std::stop_token& stop) { queue->run(stop); });
}

RecordFile::~RecordFile() = default;

void RecordFile::add(RequestRecord record) {
    std::unique_lock lock(queue_->mutex);
    const auto has_room = [this] { return queue_->waiting.size() < kMaxQueue; };
    if (record.is_incomplete && !queue_->is_hanging)
        queue_->is_hanging = !queue_->has_room.wait_for(lock, kMaxWait, has_room);
    if (has_room()) {
        queue_->waiting.push_back(std::move(record));
    } else {
        ++queue_->dropped;
    }
}

Result<std::uint64_t> RecordFile::finish() {
    queue_->writer.request_stop();
    if (queue_->writer.joinable()) queue_->writer.join();
    queue_->file.close();
    if (!queue_->file) return fail(ErrorCode::kIo, "--records: cannot write " + queue_->path);
    return queue_->dropped;
}

}  // namespace plumbline::load
