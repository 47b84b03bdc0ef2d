#include "mock_server/transport/send_queue.hpp"

#include <sys/socket.h>

#include <cerrno>

namespace plumbline::mock {
namespace {

constexpr int kFlags = MSG_NOSIGNAL | MSG_DONTWAIT;
/// A larger buffer is freed once it is sent: thousands of connections may be idle.
constexpr std::size_t kMaxKept = std::size_t{16} * 1024U;

}  // namespace

SendQueue::SendState SendQueue::flush(int socket) {
    while (!empty()) {
        const ssize_t sent = ::send(socket, bytes_.data() + sent_, size(), kFlags);
        if (sent >= 0) {
            sent_ += static_cast<std::size_t>(sent);
        } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
            return SendState::kBlocked;
        } else if (errno != EINTR) {
            return SendState::kPeerGone;
        }
    }
    bytes_.clear();
    if (bytes_.capacity() > kMaxKept) bytes_ = {};
    sent_ = 0;
    return SendState::kDone;
}

SendQueue::SendState SendQueue::send(int socket, std::string_view bytes) {
    std::size_t sent = 0;
    if (empty() && !bytes.empty()) {
        const ssize_t taken = ::send(socket, bytes.data(), bytes.size(), kFlags);
        if (taken > 0) sent = static_cast<std::size_t>(taken);
    }
    append(bytes.substr(sent));
    return flush(socket);
}

}  // namespace plumbline::mock
