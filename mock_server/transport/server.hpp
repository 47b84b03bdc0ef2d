#pragma once
// The mock's HTTP/1.1 server: bytes to Request, Reply to bytes. The only place with Pistache and
// Beast.

#include "mock_server/engine/reply.hpp"
#include "mock_server/transport/server_options.hpp"
#include "spec/base/result.hpp"
#include "spec/http/message.hpp"

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

namespace plumbline::mock {

/// Answers one request. Called on worker threads, several at a time; must not block for long.
/// The request is framed soundly and its target is one that `http::parse_target` takes. To a HEAD
/// the answer is that of the GET. The transport writes Content-Length, Transfer-Encoding and
/// Connection by itself and leaves out such fields of the reply. An exception becomes a 500.
using Handler = std::function<Reply(const http::Request&)>;

/// A running server; the destructor drains it. Thread: any, but not from within a Handler.
class Server {
  public:
    /// Binds and starts the workers. Errors: kIo (address in use, no permission), kUsage (bad host,
    /// bad number of workers).
    [[nodiscard]] static Result<std::unique_ptr<Server>> start(ServerOptions options,
                                                               Handler handler);
    ~Server();
    Server(const Server&) = delete;
    Server& operator=(const Server&) = delete;

    [[nodiscard]] std::uint16_t port() const;
    /// Returns `http://HOST:PORT`.
    [[nodiscard]] std::string url() const;
    /// Turns new connections away, lets running requests finish (at most `patience`), closes
    /// everything. The server does not serve again; a second call does nothing.
    void drain(std::chrono::milliseconds patience = std::chrono::milliseconds(5'000));

  private:
    Server();
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace plumbline::mock
