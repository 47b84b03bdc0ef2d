#pragma once
// HTTP/1.1 on plain TCP connections with epoll, at the lowest cost for the client.

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
    /// Resolves the host. Errors: kUnreachable, kIo. `clock` is borrowed.
    [[nodiscard]] static Result<std::unique_ptr<Transport>> open(const http::Url& base,
                                                                 const TransportOptions& options,
                                                                 const Clock& clock);
    ~PlainTransport() override;
    PlainTransport(const PlainTransport&) = delete;
    PlainTransport& operator=(const PlainTransport&) = delete;

    void send(const SerializedRequest& request, ResponseTracker& response) override;
    void cancel(ResponseTracker& response) override;
    void run_until(Instant until, const CompletionCallback& on_finished) override;
    [[nodiscard]] TransportCounters counters() const override { return counters_; }

  private:
    struct PlainConnection {
        int fd = -1;
        ResponseTracker* response = nullptr;         ///< null if the connection is idle
        const SerializedRequest* request = nullptr;  ///< request being sent, null once it is sent
        std::size_t sent = 0;
        bool is_connecting = false;
        bool is_write_watched = false;
    };
    struct PendingConnect {
        Instant deadline;
        int fd;
        const ResponseTracker* response;
    };
    struct FailedSend {
        ResponseTracker* response;
        std::string reason;
    };

    PlainTransport(TransportOptions options, const Clock& clock);

    [[nodiscard]] PlainConnection* acquire_connection();
    [[nodiscard]] PlainConnection* connect();
    [[nodiscard]] PlainConnection& at(int fd) { return connections_[static_cast<std::size_t>(fd)]; }
    void start_request(PlainConnection& connection,
                       const SerializedRequest& request,
                       ResponseTracker& response);
    void write(PlainConnection& connection);
    void watch_writes(PlainConnection& connection, bool is_wanted) const;
    void handle_events(int fd, std::uint32_t events, const CompletionCallback& on_finished);
    void finish_connect(PlainConnection& connection, const CompletionCallback& on_finished);
    void read(PlainConnection& connection, const CompletionCallback& on_finished);
    void handle_closed(PlainConnection& connection, const CompletionCallback& on_finished);
    void finish_request(PlainConnection& connection,
                        bool is_reusable,
                        const CompletionCallback& on_finished);
    void close(PlainConnection& connection);
    void report_failed_sends(const CompletionCallback& on_finished);
    void expire_connects(const CompletionCallback& on_finished);

    TransportOptions options_;
    const Clock& clock_;
    sockaddr_storage address_{};
    socklen_t address_size_ = 0;
    int poller_;
    std::vector<PlainConnection> connections_;  ///< connections by file descriptor
    std::unordered_map<const ResponseTracker*, int> descriptors_;
    std::vector<int> idle_;
    std::deque<PendingConnect> pending_connects_;  ///< pending connects in the order of their start
    std::vector<FailedSend> failed_sends_;         ///< not yet reported
    TransportCounters counters_;
    std::vector<char> buffer_;
};

}  // namespace plumbline::load
