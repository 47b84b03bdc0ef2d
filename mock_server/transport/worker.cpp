#include "mock_server/transport/worker.hpp"

#include "mock_server/transport/sockets.hpp"

#include <sys/socket.h>

#include <utility>

namespace plumbline::mock {
namespace {

/// Limits the clients whose responses wait for each other.
constexpr std::size_t kMaxUnsentClients = 16;

SteadyTime steady_now() {
    return std::chrono::steady_clock::now();
}

}  // namespace

Worker::Worker(std::shared_ptr<ServerContext> context,
               std::function<void(int)> watch_writing,
               std::function<void(ConnectionId)> wake)
    : context_(std::move(context)),
      watch_writing_(std::move(watch_writing)),
      wake_(std::move(wake)) {}

void Worker::on_connect(int fd) noexcept {
    const AdmissionResult admission = context_->limiter.accept();
    try {
        add_connection({fd, ++last_generation_}, admission);
    } catch (...) {
        // Without an entry `on_disconnect` would not release the connection.
        if (!find(fd)) context_->limiter.release(admission);
        ::shutdown(fd, SHUT_RDWR);
    }
}

void Worker::add_connection(ConnectionId id, AdmissionResult admission) {
    set_socket_options(id.fd);
    const SteadyTime now = steady_now();
    ServerConnection connection(
        id.fd, context_->options, context_->handler, now, [this, id] { wake_(id); });
    const auto index = static_cast<std::size_t>(id.fd);
    if (index >= connections_.size()) connections_.resize(index + 1);
    connections_[index] = std::make_unique<WorkerConnection>(
        WorkerConnection{id, admission, false, std::move(connection)});
    ServerConnection& added = connections_[index]->connection;
    switch (admission) {
        case AdmissionResult::kServed:
            break;
        case AdmissionResult::kFull:
            added.reject("there are too many connections", now);
            break;
        case AdmissionResult::kDraining:
            added.reject("the server is shutting down", now);
            break;
        case AdmissionResult::kDropped:
            added.close();
            break;
    }
    // The poller does not know the socket yet, so this must not watch it for writing.
    deadlines_.set(id, added.deadline());
    set_timer();
}

void Worker::on_input(int fd, std::string_view bytes) noexcept {
    with_connection(fd, [&](WorkerConnection& entry) {
        entry.connection.on_input(bytes, steady_now());
        if (entry.connection.has_responses()) with_responses_.push_back(entry.id);
    });
    if (with_responses_.size() >= kMaxUnsentClients) send_responses();
}

void Worker::send_responses() noexcept {
    for (const ConnectionId id : with_responses_) {
        const WorkerConnection* entry = find(id.fd);
        if (!entry || entry->id != id) continue;
        with_connection(id.fd,
                        [](WorkerConnection& one) { one.connection.send_responses(steady_now()); });
    }
    with_responses_.clear();
}

void Worker::on_writable(int fd) noexcept {
    // Most of these reports are only about idle sockets.
    const WorkerConnection* entry = find(fd);
    if (!entry || !entry->connection.has_output()) return;
    with_connection(fd, [](WorkerConnection& one) { one.connection.on_writable(steady_now()); });
}

void Worker::on_disconnect(int fd) noexcept {
    const WorkerConnection* entry = find(fd);
    if (!entry) return;
    // A client that closed its sending side can still receive the response.
    with_connection(fd, [](WorkerConnection& one) { one.connection.send_responses(steady_now()); });
    deadlines_.remove(entry->id);
    context_->limiter.release(entry->admission);
    connections_[static_cast<std::size_t>(fd)].reset();
}

void Worker::on_wake(ConnectionId id) noexcept {
    const WorkerConnection* entry = find(id.fd);
    if (!entry || entry->id != id) return;
    with_connection(id.fd, [](WorkerConnection& one) { one.connection.on_wake(steady_now()); });
}

void Worker::on_stage_change() noexcept {
    const ServerStage stage = context_->limiter.stage();
    if (stage == ServerStage::kServing) return;
    for (const auto& present : connections_) {
        if (!present) continue;
        with_connection(present->id.fd, [&](WorkerConnection& entry) {
            if (stage == ServerStage::kDraining) entry.connection.finish(steady_now());
            if (stage == ServerStage::kStopping) entry.connection.close();
        });
    }
}

void Worker::on_timer() noexcept {
    timer_.clear();
    timer_due_.reset();
    try {
        for (const ConnectionId id : deadlines_.take_due(steady_now())) {
            with_connection(id.fd, [&](WorkerConnection& entry) {
                if (entry.id == id) entry.connection.on_deadline(steady_now());
            });
        }
        set_timer();
    } catch (...) {
        // Out of memory: due connections stay until their socket reports something.
    }
}

Worker::WorkerConnection* Worker::find(int fd) const {
    const auto index = static_cast<std::size_t>(fd);
    return index < connections_.size() ? connections_[index].get() : nullptr;
}

/// Runs `action` on the connection, and closes it if that throws.
template <typename Action>
void Worker::with_connection(int fd, Action action) noexcept {
    WorkerConnection* entry = find(fd);
    if (!entry) {
        ::shutdown(fd, SHUT_RDWR);
        return;
    }
    try {
        action(*entry);
        update_interest(*entry);
    } catch (...) {
        entry->connection.close();
    }
}

/// Registers what the connection now waits for.
void Worker::update_interest(WorkerConnection& entry) {
    if (entry.connection.has_output() && !entry.is_write_watched) {
        watch_writing_(entry.id.fd);
        entry.is_write_watched = true;
    }
    deadlines_.set(entry.id, entry.connection.deadline());
    set_timer();
}

void Worker::set_timer() {
    const auto next = deadlines_.next_alarm();
    if (!next || (timer_due_ && *timer_due_ <= *next)) return;
    timer_.set(*next);
    timer_due_ = next;
}

}  // namespace plumbline::mock
