#include "mock_server/transport/worker.hpp"

#include "mock_server/transport/sockets.hpp"
#include "spec/base/prefetch.hpp"

#include <sys/socket.h>

#include <utility>

namespace plumbline::mock {
namespace {

/// So many clients at most wait for one another's answers.
constexpr std::size_t kAnswersAtOnce = 16;

SteadyTime steady_now() {
    return std::chrono::steady_clock::now();
}

}  // namespace

Worker::Worker(std::shared_ptr<Service> service,
               std::function<void(int)> watch_writing,
               std::function<void(ConnectionId)> wake)
    : service_(std::move(service)),
      watch_writing_(std::move(watch_writing)),
      wake_(std::move(wake)) {}

void Worker::on_connect(int fd) noexcept {
    const Admission admission = service_->census.admit();
    try {
        receive({fd, ++last_generation_}, admission);
    } catch (...) {
        // Without an entry nobody would give the place back, so this does.
        if (!find(fd)) service_->census.leave(admission);
        ::shutdown(fd, SHUT_RDWR);
    }
}

void Worker::receive(ConnectionId id, Admission admission) {
    set_socket_options(id.fd);
    const SteadyTime now = steady_now();
    Connection connection(
        id.fd, service_->options, service_->handler, now, [this, id] { wake_(id); });
    const auto place = static_cast<std::size_t>(id.fd);
    if (place >= connections_.size()) connections_.resize(place + 1);
    connections_[place] =
        std::make_unique<Entry>(Entry{id, admission, false, std::move(connection)});
    Connection& placed = connections_[place]->connection;
    switch (admission) {
        case Admission::kServed:
            break;
        case Admission::kFull:
            placed.turn_away("there are too many connections", now);
            break;
        case Admission::kDraining:
            placed.turn_away("the server is shutting down", now);
            break;
        case Admission::kDropped:
            placed.hang_up();
            break;
    }
    // The poller does not know the socket yet, so this must not ask to watch it.
    deadlines_.set(id, placed.deadline());
    set_alarm();
}

void Worker::on_input(int fd, std::string_view bytes) noexcept {
    act_on(fd, [&](Entry& entry) {
        entry.connection.on_input(bytes, steady_now());
        if (entry.connection.has_answers()) answered_.push_back(entry.id);
    });
    if (answered_.size() >= kAnswersAtOnce) send_answers();
}

void Worker::send_answers() noexcept {
    for (const ConnectionId id : answered_) {
        const Entry* entry = find(id.fd);
        if (!entry || entry->id != id) continue;
        act_on(id.fd, [](Entry& one) { one.connection.send_answers(steady_now()); });
    }
    answered_.clear();
}

void Worker::on_writable(int fd) noexcept {
    // Most reports say only that an idle socket could be written to.
    const Entry* entry = find(fd);
    if (!entry || !entry->connection.has_output()) return;
    act_on(fd, [](Entry& one) { one.connection.on_writable(steady_now()); });
}

void Worker::on_disconnect(int fd) noexcept {
    const Entry* entry = find(fd);
    if (!entry) return;
    // Who has said goodbye behind its request still reads.
    act_on(fd, [](Entry& one) { one.connection.send_answers(steady_now()); });
    deadlines_.remove(entry->id);
    service_->census.leave(entry->admission);
    connections_[static_cast<std::size_t>(fd)].reset();
}

void Worker::on_wake(ConnectionId id) noexcept {
    const Entry* entry = find(id.fd);
    if (!entry || entry->id != id) return;
    act_on(id.fd, [](Entry& one) { one.connection.on_wake(steady_now()); });
}

void Worker::on_stage() noexcept {
    const Stage stage = service_->census.stage();
    if (stage == Stage::kServing) return;
    for (const auto& present : connections_) {
        if (!present) continue;
        act_on(present->id.fd, [&](Entry& entry) {
            if (stage == Stage::kDraining) entry.connection.finish(steady_now());
            if (stage == Stage::kStopping) entry.connection.hang_up();
        });
    }
}

void Worker::on_alarm() noexcept {
    alarm_.hush();
    alarm_time_.reset();
    try {
        const std::vector<ConnectionId> due = deadlines_.take_due(steady_now());
        for (std::size_t i = 0; i < due.size(); ++i) {
            const ConnectionId id = due[i];
            // Those to come ask for their memory while this one has the processor.
            if (const Entry* later = i + 2 < due.size() ? find(due[i + 2].fd) : nullptr)
                prefetch(*later);
            if (const Entry* next = i + 1 < due.size() ? find(due[i + 1].fd) : nullptr)
                next->connection.expect_deadline();
            act_on(id.fd, [&](Entry& entry) {
                if (entry.id == id) entry.connection.on_deadline(steady_now());
            });
        }
        set_alarm();
    } catch (...) {
        // Out of memory: whatever was due stays until its socket says something.
    }
}

Worker::Entry* Worker::find(int fd) const {
    const auto place = static_cast<std::size_t>(fd);
    return place < connections_.size() ? connections_[place].get() : nullptr;
}

/// Lets `action` work on the connection, and ends it if that fails.
template <typename Action>
void Worker::act_on(int fd, Action action) noexcept {
    Entry* entry = find(fd);
    if (!entry) {
        ::shutdown(fd, SHUT_RDWR);
        return;
    }
    try {
        action(*entry);
        settle(*entry);
    } catch (...) {
        entry->connection.hang_up();
    }
}

/// Passes on what the connection now waits for.
void Worker::settle(Entry& entry) {
    if (entry.connection.has_output() && !entry.is_watched) {
        watch_writing_(entry.id.fd);
        entry.is_watched = true;
    }
    deadlines_.set(entry.id, entry.connection.deadline());
    set_alarm();
}

void Worker::set_alarm() {
    const auto next = deadlines_.next_alarm();
    if (!next || (alarm_time_ && *alarm_time_ <= *next)) return;
    alarm_.set(*next);
    alarm_time_ = next;
}

}  // namespace plumbline::mock
