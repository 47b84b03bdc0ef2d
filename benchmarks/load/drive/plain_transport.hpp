#pragma once
// HTTP/1.1 on plain TCP connections, by epoll: what costs the client least.

#include "benchmarks/load/drive/transport.hpp"

#include <sys/socket.h>

#include <array>
#include <cstddef>
#include <deque>
#include <unordered_map>
#include <vector>

namespace plumbline::load {

class PlainTransport final : public Transport {
  public:
    /// Looks the host up. Errors: kUnreachable, kIo. `clock` is borrowed.
    [[nodiscard]] static Result<std::unique_ptr<Transport>> open(const http::Url& base,
                                                                 const TransportOptions& options,
                                                                 const Clock& clock);
    ~PlainTransport() override;
    PlainTransport(const PlainTransport&) = delete;
    PlainTransport& operator=(const PlainTransport&) = delete;

    void send(const Prepared& request, Answer& answer) override;
    void leave(Answer& answer) override;
    void run_until(Instant until, const Over& over) override;
    [[nodiscard]] TransportHealth health() const override { return health_; }

  private:
    struct Connection {
        int fd = -1;
        Answer* answer = nullptr;           ///< null: idle
        const Prepared* request = nullptr;  ///< that is being sent, null once it is
        std::size_t sent = 0;
        bool is_connecting = false;
        bool waits_to_write = false;
    };
    struct Connecting {
        Instant deadline;
        int fd;
        const Answer* answer;
    };
    struct Refused {
        Answer* answer;
        std::string why;
    };

    PlainTransport(TransportOptions options, const Clock& clock);

    [[nodiscard]] Connection* take_connection();
    [[nodiscard]] Connection* connect();
    [[nodiscard]] Connection& at(int fd) { return connections_[static_cast<std::size_t>(fd)]; }
    void begin(Connection& connection, const Prepared& request, Answer& answer);
    void write(Connection& connection);
    void watch_writes(Connection& connection, bool is_wanted) const;
    void handle(int fd, std::uint32_t events, const Over& over);
    void finish_connect(Connection& connection, const Over& over);
    void read(Connection& connection, const Over& over);
    void lost(Connection& connection, const Over& over);
    void end(Connection& connection, bool is_kept, const Over& over);
    void close(Connection& connection);
    void tell_refused(const Over& over);
    void give_up_connecting(const Over& over);

    TransportOptions options_;
    const Clock& clock_;
    sockaddr_storage address_{};
    socklen_t address_size_ = 0;
    int poller_;
    std::vector<Connection> connections_;  ///< by file descriptor
    std::unordered_map<const Answer*, int> descriptors_;
    std::vector<int> idle_;
    std::deque<Connecting> connecting_;  ///< those that began first come first
    std::vector<Refused> refused_;       ///< not told yet
    TransportHealth health_;
    std::vector<char> buffer_;
};

}  // namespace plumbline::load
