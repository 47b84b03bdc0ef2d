#pragma once
// The bytes that a connection still has to send.

#include <cstddef>
#include <string>
#include <string_view>

namespace plumbline::mock {

/// Bytes to send, in order. Not thread-safe: each connection has its own.
class SendQueue {
  public:
    enum class SendState {
        kDone,      ///< all bytes were passed to the kernel
        kBlocked,   ///< the kernel accepts no more for now
        kPeerGone,  ///< the peer has closed the connection
    };

    void append(std::string_view bytes) { bytes_ += bytes; }
    /// Sends until the queue is empty or the socket accepts no more.
    [[nodiscard]] SendState flush(int socket);
    /// Sends the bytes after the queued ones, and queues only what the socket does not accept.
    [[nodiscard]] SendState send(int socket, std::string_view bytes);

    [[nodiscard]] bool empty() const { return size() == 0; }
    [[nodiscard]] std::size_t size() const { return bytes_.size() - sent_; }

  private:
    std::string bytes_;
    std::size_t sent_ = 0;  ///< bytes at the start that have been sent
};

}  // namespace plumbline::mock
