#pragma once
// The mock's HTTP/1.1 server. Only this module uses Pistache.

#include "mock_server/response/engine_response.hpp"
#include "mock_server/transport/server_options.hpp"
#include "spec/base/result.hpp"
#include "spec/http/message.hpp"

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>

namespace plumbline::mock {

class Acceptor;
class WorkerPool;
struct ServerContext;

/// Handles one request. Called on several worker threads at a time; must not block for long. The
/// request is correctly framed and `http::parse_target` accepts its target. For HEAD the handler
/// returns the response of GET. The transport writes Content-Length, Transfer-Encoding and
/// Connection itself and drops these fields of the response. An exception becomes a 500.
using RequestHandler = std::function<EngineResponse(const http::Request&)>;

/// A running server; the destructor drains it. Thread-safe, but a handler must not use it.
class Server {
  public:
    /// Binds and starts the workers. Errors: kIo (address in use, no permission), kUsage (invalid
    /// host, invalid number of workers).
    [[nodiscard]] static Result<std::unique_ptr<Server>> start(ServerOptions options,
                                                               RequestHandler handler);
    ~Server();
    Server(const Server&) = delete;
    Server& operator=(const Server&) = delete;

    [[nodiscard]] std::uint16_t port() const;
    /// Returns `http://HOST:PORT`.
    [[nodiscard]] std::string url() const;
    /// Rejects new connections, lets current requests finish (at most `timeout`) and closes all
    /// connections. The server cannot be started again; a second call does nothing.
    void drain(std::chrono::milliseconds timeout = std::chrono::milliseconds(5'000));

  private:
    Server();

    std::shared_ptr<ServerContext> context_;
    std::uint16_t port_ = 0;
    std::mutex drain_mutex_;            ///< guards the two below once the server runs
    std::unique_ptr<WorkerPool> pool_;  ///< null: drained
    std::unique_ptr<Acceptor> acceptor_;
};

}  // namespace plumbline::mock
