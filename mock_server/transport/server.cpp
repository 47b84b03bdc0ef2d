#include "mock_server/transport/server.hpp"

#include "mock_server/transport/acceptor.hpp"
#include "mock_server/transport/sockets.hpp"
#include "mock_server/transport/worker_pool.hpp"

#include <algorithm>
#include <mutex>
#include <utility>

namespace plumbline::mock {
namespace {

/// Descriptors kept free for files, rejected connections and the rest of the program.
constexpr std::size_t kSpareDescriptors = 64;
/// Limits the time for closing all connections once their requests are finished or abandoned.
constexpr std::chrono::milliseconds kStopTimeout{1'000};

std::size_t connection_limit(int requested) {
    const std::size_t limit = raise_descriptor_limit();
    if (requested > 0) return static_cast<std::size_t>(requested);
    const std::size_t taken = open_descriptors() + kSpareDescriptors;
    return limit > taken ? limit - taken : 1;
}

}  // namespace

struct Server::ServerState {
    std::shared_ptr<ServerContext> context;
    std::uint16_t port = 0;
    std::mutex drain_mutex;            ///< guards the two below once the server runs
    std::unique_ptr<WorkerPool> pool;  ///< null: drained
    std::unique_ptr<Acceptor> acceptor;
};

Server::Server() : state_(std::make_unique<ServerState>()) {}

Server::~Server() {
    drain();
}

Result<std::unique_ptr<Server>> Server::start(ServerOptions options, RequestHandler handler) {
    const std::size_t limit = connection_limit(options.max_connections);
    std::unique_ptr<Server> server(new Server);
    ServerState& state = *server->state_;
    state.context.reset(
        new ServerContext{std::move(options), std::move(handler), ConnectionLimiter(limit)});
    auto acceptor = Acceptor::open(state.context->options.host, state.context->options.port);
    if (!acceptor) return fail(std::move(acceptor).error());
    auto pool = WorkerPool::start(state.context);
    if (!pool) return fail(std::move(pool).error());
    state.pool = std::move(*pool);
    state.acceptor = std::move(*acceptor);
    state.port = state.acceptor->port();
    state.acceptor->start([&workers = *state.pool](int fd) { workers.add_socket(fd); });
    return server;
}

std::uint16_t Server::port() const {
    return state_->port;
}

std::string Server::url() const {
    const std::string& host = state_->context->options.host;
    const bool is_ipv6 = host.find(':') != std::string::npos;
    return "http://" + (is_ipv6 ? '[' + host + ']' : host) + ':' + std::to_string(state_->port);
}

void Server::drain(std::chrono::milliseconds timeout) {
    const std::lock_guard lock(state_->drain_mutex);
    if (!state_->pool) return;
    ConnectionLimiter& limiter = state_->context->limiter;
    limiter.set_stage(ServerStage::kDraining);
    state_->pool->notify_all();
    limiter.wait_until_none_served(timeout);
    // First stop accepting, then close the connections, then stop the threads: in any other order a
    // connection that is being passed to its worker would stay open.
    state_->acceptor.reset();
    limiter.set_stage(ServerStage::kStopping);
    state_->pool->notify_all();
    limiter.wait_until_empty(kStopTimeout);
    state_->pool.reset();
}

}  // namespace plumbline::mock
