#pragma once
// For tests of streams: a server that sends its bytes piece by piece, to several clients at a time.

#include "conformance/client/testing.hpp"

#include <chrono>
#include <condition_variable>
#include <list>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <vector>

namespace plumbline::client {

/// Responds to each request with the first script whose `request` the request line begins with.
/// Each connection serves one request. Thread: as CannedServer.
class ScriptedServer {
  public:
    /// A part of a response.
    struct ScriptPart {
        std::string bytes;
        std::chrono::milliseconds delay{0};  ///< pause before the part
        std::string gate{};                  ///< waits until this gate is open; "": does not wait
    };
    enum class AfterScript {
        kHoldOpen,    ///< sends nothing more until the client disconnects
        kClose,       ///< closes the connection properly
        kReset,       ///< closes it with a reset
        kRepeatLast,  ///< repeats the last part until the client disconnects
    };
    struct ServerScript {
        std::string request;  ///< beginning of the request line, `POST /runs/stream`
        std::vector<ScriptPart> parts;
        AfterScript after = AfterScript::kHoldOpen;
    };

    explicit ScriptedServer(std::vector<ServerScript> scripts)
        : scripts_(std::move(scripts)), listener_(bound_socket()) {
        PLUMBLINE_CHECK(::listen(listener_.get(), 16) == 0, "the socket can listen");
        origin_ = origin_of(listener_);
        thread_ = std::jthread([this] { accept_all(); });
    }
    ~ScriptedServer() {
        const std::uint64_t one = 1;
        PLUMBLINE_CHECK(::write(stop_.get(), &one, sizeof one) == sizeof one,
                        "the threads can be notified");
        const std::lock_guard lock(mutex_);
        is_stopped_ = true;
        changed_.notify_all();
    }
    ScriptedServer(const ScriptedServer&) = delete;
    ScriptedServer& operator=(const ScriptedServer&) = delete;

    [[nodiscard]] const std::string& origin() const { return origin_; }
    /// Opens a gate permanently.
    void open(const std::string& gate) {
        const std::lock_guard lock(mutex_);
        open_gates_.insert(gate);
        changed_.notify_all();
    }
    /// Waits until `count` requests have arrived, for a limited time.
    void wait_for_requests(std::size_t count) {
        std::unique_lock lock(mutex_);
        changed_.wait_for(
            lock, std::chrono::seconds(10), [&] { return requests_.size() >= count; });
    }
    /// Returns the request lines so far.
    [[nodiscard]] std::vector<std::string> requests() {
        const std::lock_guard lock(mutex_);
        return requests_;
    }

  private:
    void accept_all() {
        std::list<std::jthread> threads;
        while (wait(listener_.get(), -1)) {
            const int peer = ::accept4(listener_.get(), nullptr, nullptr, SOCK_CLOEXEC);
            threads.emplace_back([this, peer] {
                const Descriptor owned(peer);
                serve(peer);
            });
        }
    }

    void serve(int peer) {
        const ServerScript* script = read_request(peer);
        if (!script) return;
        for (const ScriptPart& part : script->parts) {
            if (!send_part(peer, part)) return;
        }
        while (script->after == AfterScript::kRepeatLast) {
            if (!send_part(peer, script->parts.back())) return;
        }
        if (script->after == AfterScript::kReset) {
            const linger at_once{1, 0};
            ::setsockopt(peer, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
        }
        if (script->after == AfterScript::kHoldOpen) (void)wait(peer, -1);
    }

    /// Sends a part after its delay; returns false if the client has disconnected or the server
    /// stops.
    [[nodiscard]] bool send_part(int peer, const ScriptPart& part) {
        if (!part.gate.empty()) {
            std::unique_lock lock(mutex_);
            changed_.wait(lock, [&] { return is_stopped_ || open_gates_.contains(part.gate); });
            if (is_stopped_) return false;
        }
        // Any input from the client now means that it disconnects.
        std::array<pollfd, 2> fds{pollfd{peer, POLLIN, 0}, pollfd{stop_.get(), POLLIN, 0}};
        if (::poll(fds.data(), fds.size(), static_cast<int>(part.delay.count())) != 0) return false;
        std::string_view bytes = part.bytes;
        while (!bytes.empty()) {
            const auto count = ::send(peer, bytes.data(), bytes.size(), MSG_NOSIGNAL);
            if (count <= 0) return false;
            bytes.remove_prefix(static_cast<std::size_t>(count));
        }
        return true;
    }

    /// Reads a request to the end of its body and finds its script; null if there is none.
    [[nodiscard]] const ServerScript* read_request(int peer) {
        std::string request;
        std::array<char, 4096> buffer{};
        while (!is_complete(request)) {
            if (!wait(peer, -1)) return nullptr;
            const auto count = ::recv(peer, buffer.data(), buffer.size(), 0);
            if (count <= 0) return nullptr;
            request.append(buffer.data(), static_cast<std::size_t>(count));
        }
        const std::lock_guard lock(mutex_);
        requests_.push_back(request.substr(0, request.find("\r\n")));
        changed_.notify_all();
        for (const ServerScript& script : scripts_) {
            if (request.rfind(script.request, 0) == 0) return &script;
        }
        return nullptr;
    }

    static bool is_complete(const std::string& request) {
        const std::size_t head = request.find("\r\n\r\n");
        if (head == std::string::npos) return false;
        const std::string lower = to_lower(request.substr(0, head));
        const std::string name = "\r\ncontent-length: ";
        std::size_t length = 0;
        if (const auto at = lower.find(name); at != std::string::npos)
            std::from_chars(lower.data() + at + name.size(), lower.data() + lower.size(), length);
        return request.size() >= head + 4 + length;
    }

    /// Waits until `fd` is readable; returns false once the server is to stop.
    [[nodiscard]] bool wait(int fd, int milliseconds) const {
        std::array<pollfd, 2> fds{pollfd{fd, POLLIN, 0}, pollfd{stop_.get(), POLLIN, 0}};
        ::poll(fds.data(), fds.size(), milliseconds);
        return (fds[1].revents & POLLIN) == 0;
    }

    std::vector<ServerScript> scripts_;
    Descriptor listener_;
    Descriptor stop_{::eventfd(0, EFD_CLOEXEC)};
    std::string origin_;
    std::mutex mutex_;  ///< guards the members below
    std::condition_variable changed_;
    bool is_stopped_ = false;
    std::set<std::string> open_gates_;
    std::vector<std::string> requests_;
    std::jthread thread_;  // last: it ends before the members it uses
};

}  // namespace plumbline::client
