#include "mock_server/transport/server.hpp"

#include "mock_server/transport/acceptor.hpp"
#include "mock_server/transport/sockets.hpp"
#include "mock_server/transport/worker_pool.hpp"

#include <algorithm>
#include <mutex>
#include <utility>

namespace plumbline::mock {
namespace {

/// Descriptors that stay free for files, connections to turn away and the program around us.
constexpr std::size_t kSpareDescriptors = 64;
/// How long closing every connection may take, once nobody waits for replies any more.
constexpr std::chrono::milliseconds kStopPatience{1'000};

std::size_t connection_limit(int wanted) {
    const std::size_t limit = raise_descriptor_limit();
    if (wanted > 0) return static_cast<std::size_t>(wanted);
    const std::size_t taken = open_descriptors() + kSpareDescriptors;
    return limit > taken ? limit - taken : 1;
}

}  // namespace

struct Server::State {
    std::shared_ptr<Service> service;
    std::uint16_t port = 0;
    std::mutex draining;               ///< guards the two below once the server runs
    std::unique_ptr<WorkerPool> pool;  ///< null: drained
    std::unique_ptr<Acceptor> acceptor;
};

Server::Server() : state_(std::make_unique<State>()) {}

Server::~Server() {
    drain();
}

Result<std::unique_ptr<Server>> Server::start(ServerOptions options, Handler handler) {
    const std::size_t limit = connection_limit(options.max_connections);
    std::unique_ptr<Server> server(new Server);
    State& state = *server->state_;
    state.service.reset(new Service{std::move(options), std::move(handler), Census(limit)});
    auto acceptor = Acceptor::open(state.service->options.host, state.service->options.port);
    if (!acceptor) return fail(std::move(acceptor).error());
    auto pool = WorkerPool::start(state.service);
    if (!pool) return fail(std::move(pool).error());
    state.pool = std::move(*pool);
    state.acceptor = std::move(*acceptor);
    state.port = state.acceptor->port();
    state.acceptor->start([&workers = *state.pool](int fd) { workers.take(fd); });
    return server;
}

std::uint16_t Server::port() const {
    return state_->port;
}

std::string Server::url() const {
    const std::string& host = state_->service->options.host;
    const bool is_ipv6 = host.find(':') != std::string::npos;
    return "http://" + (is_ipv6 ? '[' + host + ']' : host) + ':' + std::to_string(state_->port);
}

void Server::drain(std::chrono::milliseconds patience) {
    const std::lock_guard lock(state_->draining);
    if (!state_->pool) return;
    Census& census = state_->service->census;
    census.enter(Stage::kDraining);
    state_->pool->ring();
    census.wait_until_unused(patience);
    // First nobody comes in any more, then everybody goes, then the threads do: in another order a
    // connection on its way to its worker would be left open.
    state_->acceptor.reset();
    census.enter(Stage::kStopping);
    state_->pool->ring();
    census.wait_until_empty(kStopPatience);
    state_->pool.reset();
}

}  // namespace plumbline::mock
