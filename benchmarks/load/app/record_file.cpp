#include "benchmarks/load/app/record_file.hpp"

#include "conformance/client/client.hpp"
#include "spec/base/time_text.hpp"
#include "spec/json/print.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cerrno>
#include <condition_variable>
#include <fcntl.h>
#include <mutex>
#include <poll.h>
#include <system_error>
#include <thread>
#include <unistd.h>
#include <utility>

namespace plumbline::load {
namespace {

/// Between two writes. The queue has room for the requests of this time.
constexpr auto kWriteInterval = std::chrono::milliseconds(100);
constexpr std::size_t kWriteBytes = 65'536;

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

/// What both threads use; the mutex guards `waiting`, `dropped`, `is_hanging` and `has_ended`.
struct RecordFile::RecordQueue {
    std::string path;
    std::vector<std::string> secrets;
    RecordWait wait;
    int fd = -1;
    std::mutex mutex;
    std::condition_variable_any wakes;
    std::condition_variable_any has_room;
    std::condition_variable_any ends;
    std::vector<RequestRecord> waiting;
    std::uint64_t dropped = 0;
    bool is_hanging = false;  ///< a record waited in vain: the others do not
    bool has_ended = false;   ///< the thread writes no more
    std::atomic<bool> gives_up{false};
    std::atomic<std::uint64_t> written{0};  ///< bytes
    int problem = 0;                        ///< errno of the thread, read after its end
    std::jthread writer;

    ~RecordQueue() {
        gives_up = true;
        if (writer.joinable()) {
            writer.request_stop();
            writer.join();
        }
        if (fd >= 0) ::close(fd);
    }

    [[nodiscard]] bool is_interrupted() const {
        return wait.is_interrupted != nullptr && wait.is_interrupted->load();
    }

    /// Writes bytes and empties the text. After a failure it writes nothing.
    void write_text(std::string& text) {
        std::string_view left = text;
        while (!left.empty() && problem == 0 && !gives_up) {
            const ssize_t bytes = ::write(fd, left.data(), left.size());
            if (bytes >= 0) {
                written += static_cast<std::uint64_t>(bytes);
                left.remove_prefix(static_cast<std::size_t>(bytes));
            } else if (errno == EAGAIN) {
                // A full pipe: not longer, so that it is noticed when it is given up.
                pollfd one{fd, POLLOUT, 0};
                ::poll(&one, 1, static_cast<int>(kWriteInterval.count()));
            } else if (errno != EINTR) {
                problem = errno;
            }
        }
        text.clear();
    }

    void write_waiting() {
        std::vector<RequestRecord> records;
        {
            const std::lock_guard lock(mutex);
            records.swap(waiting);
        }
        has_room.notify_all();
        std::string text;
        for (const RequestRecord& record : records) {
            text += record_line(record, secrets);
            if (text.size() >= kWriteBytes) write_text(text);
        }
        write_text(text);
    }

    void run(const std::stop_token& stop) {
        while (!stop.stop_requested()) {
            write_waiting();
            std::unique_lock lock(mutex);
            wakes.wait_for(lock, stop, kWriteInterval, [] { return false; });
        }
        write_waiting();
        const std::lock_guard lock(mutex);
        has_ended = true;
        ends.notify_all();
    }
};

int RecordFile::open_for_writing(const std::string& path, const RecordQueue& queue) {
    constexpr mode_t kMode = 0666;
    constexpr int kFlags = O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NONBLOCK;
    const auto deadline = std::chrono::steady_clock::now() + queue.wait.limit;
    while (true) {
        const int fd = ::open(path.c_str(), kFlags, kMode);
        // A named pipe that no program has opened for reading yet.
        if (fd >= 0 || errno != ENXIO) return fd;
        if (queue.is_interrupted() || std::chrono::steady_clock::now() >= deadline) break;
        ::poll(nullptr, 0, static_cast<int>(kWriteInterval.count()));
    }
    errno = ENXIO;
    return -1;
}

Result<std::unique_ptr<RecordFile>> RecordFile::create(const std::string& path,
                                                       std::vector<std::string> secrets,
                                                       RecordWait wait) {
    auto queue = std::make_unique<RecordQueue>();
    queue->path = path;
    queue->secrets = std::move(secrets);
    queue->wait = wait;
    queue->fd = open_for_writing(path, *queue);
    if (queue->fd < 0 && errno == ENXIO)
        return fail(ErrorCode::kIo,
                    fmt::format("--records: no program opened the pipe {} for reading", path));
    if (queue->fd < 0)
        return fail(
            ErrorCode::kIo,
            fmt::format(
                "--records: cannot write {}: {}", path, std::generic_category().message(errno)));
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
    if (record.is_incomplete && !queue_->is_hanging) {
        const auto deadline = std::chrono::steady_clock::now() + queue_->wait.limit;
        while (!queue_->has_room.wait_for(lock, kWriteInterval, has_room)) {
            queue_->is_hanging =
                std::chrono::steady_clock::now() >= deadline || queue_->is_interrupted();
            if (queue_->is_hanging) break;
        }
    }
    if (has_room()) {
        queue_->waiting.push_back(std::move(record));
    } else {
        ++queue_->dropped;
    }
}

std::uint64_t RecordFile::dropped() const {
    const std::lock_guard lock(queue_->mutex);
    return queue_->dropped;
}

Result<void> RecordFile::finish(bool was_load_interrupted) {
    queue_->writer.request_stop();
    const auto ended = wait_for_end(!was_load_interrupted);
    queue_->writer.join();
    if (!ended) return ended;
    if (::close(std::exchange(queue_->fd, -1)) != 0 && queue_->problem == 0)
        queue_->problem = errno;
    if (queue_->problem == 0) return {};
    return fail(ErrorCode::kIo,
                fmt::format("--records: cannot write {}: {}",
                            queue_->path,
                            std::generic_category().message(queue_->problem)));
}

Result<void> RecordFile::wait_for_end(bool ends_at_interrupt) {
    std::uint64_t written = queue_->written;
    auto deadline = std::chrono::steady_clock::now() + queue_->wait.limit;
    std::unique_lock lock(queue_->mutex);
    while (!queue_->ends.wait_for(lock, kWriteInterval, [this] { return queue_->has_ended; })) {
        const auto now = std::chrono::steady_clock::now();
        if (written != queue_->written) deadline = now + queue_->wait.limit;
        written = queue_->written;
        const bool is_stopped = ends_at_interrupt && queue_->is_interrupted();
        if (!is_stopped && now < deadline) continue;
        queue_->gives_up = true;
        const std::string reason =
            is_stopped ? "an interrupt ended the wait for it"
                       : fmt::format("it took nothing for {:.3g} s",
                                     std::chrono::duration<double>(queue_->wait.limit).count());
        return fail(ErrorCode::kIo,
                    fmt::format("--records: {} lacks the last requests: {}; read the pipe to its "
                                "end, or write to a file",
                                queue_->path,
                                reason));
    }
    return {};
}

}  // namespace plumbline::load
