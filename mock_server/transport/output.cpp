#include "mock_server/transport/output.hpp"

#include <sys/socket.h>
#include <sys/uio.h>

#include <array>
#include <cerrno>
#include <utility>

namespace plumbline::mock {
namespace {

/// Below this, copying is cheaper than one more piece for the kernel to gather.
constexpr std::size_t kWorthSharing = std::size_t{16} * 1024U;
constexpr std::size_t kPiecesPerSend = 16;
constexpr int kFlags = MSG_NOSIGNAL | MSG_DONTWAIT;

}  // namespace

void Output::append(std::string_view bytes) {
    if (bytes.empty()) return;
    if (pieces_.empty() || pieces_.back().shared) pieces_.emplace_back();
    pieces_.back().own += bytes;
    size_ += bytes.size();
}

void Output::append(std::string&& bytes) {
    if (!pieces_.empty()) return append(std::string_view(bytes));
    if (bytes.empty()) return;
    size_ += bytes.size();
    pieces_.push_back({std::move(bytes), nullptr});
}

void Output::append(std::shared_ptr<const std::string> bytes) {
    if (!bytes) return;
    if (bytes->size() < kWorthSharing) return append(std::string_view(*bytes));
    size_ += bytes->size();
    pieces_.push_back({{}, std::move(bytes)});
}

/// Hands as much to the kernel as it takes at once; -1: errno says why not.
ssize_t Output::send_some(int socket) const {
    const std::string& first = pieces_.front().text();
    if (pieces_.size() == 1)
        return ::send(socket, first.data() + sent_of_first_, first.size() - sent_of_first_, kFlags);
    std::array<iovec, kPiecesPerSend> parts{};
    std::size_t count = 0;
    for (auto piece = pieces_.begin(); piece != pieces_.end() && count < kPiecesPerSend; ++piece) {
        const std::size_t skipped = count == 0 ? sent_of_first_ : 0;
        const std::string& text = piece->text();
        // The kernel only reads; its interface has no const.
        parts[count++] = {const_cast<char*>(text.data()) + skipped, text.size() - skipped};
    }
    msghdr message{};
    message.msg_iov = parts.data();
    message.msg_iovlen = count;
    return ::sendmsg(socket, &message, kFlags);
}

Output::State Output::flush(int socket) {
    while (!empty()) {
        const ssize_t sent = send_some(socket);
        if (sent >= 0) {
            drop(static_cast<std::size_t>(sent));
        } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
            return State::kBlocked;
        } else if (errno != EINTR) {
            return State::kBroken;
        }
    }
    return State::kDone;
}

Output::State Output::send(int socket, std::string_view bytes) {
    std::size_t sent = 0;
    if (empty() && !bytes.empty()) {
        const ssize_t taken = ::send(socket, bytes.data(), bytes.size(), kFlags);
        if (taken > 0) sent = static_cast<std::size_t>(taken);
    }
    append(bytes.substr(sent));
    return flush(socket);
}

void Output::drop(std::size_t sent) {
    size_ -= sent;
    sent_of_first_ += sent;
    while (!pieces_.empty() && sent_of_first_ >= pieces_.front().text().size()) {
        sent_of_first_ -= pieces_.front().text().size();
        pieces_.pop_front();
    }
}

}  // namespace plumbline::mock
