#include "mock_server/transport/server.hpp"

#include "mock_server/transport/acceptor.hpp"
#include "mock_server/transport/sockets.hpp"
#include "mock_server/transport/worker_pool.hpp"
#include "spec/base/descriptor_limit.hpp"

#include <algorithm>
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

Server::Server() = default;

Server::~Server() {
    drain();
}

Result<std::unique_ptr<Server>> Server::start(ServerOptions options, RequestHandler handler) {
    const std::size_t limit = connection_limit(options.max_connections);
    std::unique_ptr<Server> server(new Server);
    server->context_.reset(
        new ServerContext{std::move(options), std::move(handler), ConnectionLimiter(limit)});
    const ServerOptions& settings = server->context_->options;
    auto acceptor = Acceptor::open(settings.host, settings.port);
    if (!acceptor) return fail(std::move(acceptor).error());
    auto pool = WorkerPool::start(server->context_);
    if (!pool) return fail(std::move(pool).error());
    server->pool_ = std::move(*pool);
    server->acceptor_ = std::move(*acceptor);
    server->port_ = server->acceptor_->port();
    server->acceptor_->start([&workers = *server->pool_](int fd) { workers.add_socket(fd); });
    return server;
}

std::uint16_t Server::port() const {
    return port_;
}

std::string Server::url() const {
    const std::string& host = context_->options.host;
    const bool is_ipv6 = host.find(':') != std::string::npos;
    return "http://" + (is_ipv6 ? '[' + host + ']' : host) + ':' + std::to_string(port_);
}

void Server::drain(std::chrono::milliseconds timeout) {
    const std::lock_guard lock(drain_mutex_);
    if (!pool_) return;
    ConnectionLimiter& limiter = context_->limiter;
    limiter.set_stage(ServerStage::kDraining);
    pool_->notify_all();
    limiter.wait_until_none_served(timeout);
    // First stop accepting, then close the connections, then stop the threads: in any other order a
    // connection that is being passed to its worker would stay open.
    acceptor_.reset();
    limiter.set_stage(ServerStage::kStopping);
    pool_->notify_all();
    limiter.wait_until_empty(kStopTimeout);
    pool_.reset();
}

}  // namespace plumbline::mock
