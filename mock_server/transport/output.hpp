#pragma once
// What a connection still has to send.

#include <sys/types.h>

#include <cstddef>
#include <deque>
#include <memory>
#include <string>
#include <string_view>

namespace plumbline::mock {

/// Bytes on their way out, in order; large shared ones are never copied. Thread: one.
class Output {
  public:
    enum class State {
        kDone,     ///< all is with the kernel
        kBlocked,  ///< the kernel takes no more for now
        kBroken,   ///< the peer is gone
    };

    void append(std::string_view bytes);
    /// Takes the bytes over.
    void append(std::string&& bytes);
    /// Shares the bytes instead of copying them, where that is worth it.
    void append(std::shared_ptr<const std::string> bytes);
    /// Sends until all is gone or the socket takes no more.
    [[nodiscard]] State flush(int socket);
    /// Sends behind what is there, and keeps only what the socket does not take.
    [[nodiscard]] State send(int socket, std::string_view bytes);

    [[nodiscard]] bool empty() const { return size_ == 0; }
    [[nodiscard]] std::size_t size() const { return size_; }

  private:
    struct Piece {
        std::string own;
        std::shared_ptr<const std::string> shared;

        [[nodiscard]] const std::string& text() const { return shared ? *shared : own; }
    };

    [[nodiscard]] ssize_t send_some(int socket) const;
    void drop(std::size_t sent);

    std::size_t size_ = 0;
    std::size_t sent_of_first_ = 0;
    std::deque<Piece> pieces_;
};

}  // namespace plumbline::mock
