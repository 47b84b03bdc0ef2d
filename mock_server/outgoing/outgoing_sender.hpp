#pragma once
// Sends the requests of a mock to other servers, and records the responses.

#include "spec/http/message.hpp"

#include <chrono>
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline::mock {

/// The User-Agent of all requests.
inline constexpr std::string_view kOutgoingAgent = "plumbline-mock";

/// A request to send.
struct OutgoingRequest {
    std::string workspace;  ///< id of the workspace whose request caused it
    std::string name;       ///< of the callback or webhook
    std::string method;
    std::string url;
    http::Headers headers{};
    std::string body{};
};

/// A request with its response.
struct OutgoingEntry {
    OutgoingRequest request;
    bool is_pending = true;
    int status = 0;       ///< of the response, 0 if there is none
    std::string error{};  ///< why there is no response
};

/// Which servers get requests.
enum class OutgoingTargets {
    kNone,
    kLoopback,  ///< only addresses of this machine
    kAny,
};

/// Sends requests in a thread of its own, which starts with the first one. Thread-safe. Its end
/// cancels those that are pending.
class OutgoingSender {
  public:
    /// The newest requests of all workspaces that are recorded, and the bytes of their bodies.
    static constexpr std::size_t kMaxKept = 1'000;
    static constexpr std::size_t kMaxKeptBytes = std::size_t{16} * 1024U * 1024U;
    static constexpr std::size_t kMaxPending = 100;  ///< at a time; more are not sent

    explicit OutgoingSender(OutgoingTargets targets);
    ~OutgoingSender();
    OutgoingSender(const OutgoingSender&) = delete;
    OutgoingSender& operator=(const OutgoingSender&) = delete;

    /// Sends a request once, over HTTP, without following redirects; each has 5 seconds. One with
    /// an error is only recorded.
    void send(OutgoingEntry request);
    /// No longer returns the recorded requests of a workspace.
    void forget(const std::string& workspace);
    /// Returns the requests of a workspace, the oldest first.
    [[nodiscard]] std::vector<OutgoingEntry> requests_of(const std::string& workspace) const;

    /// Waits until no request is pending; returns false if one is after the timeout.
    [[nodiscard]] bool wait_until_sent(std::chrono::milliseconds timeout);

  private:
    class SenderThread;

    OutgoingTargets targets_;
    std::unique_ptr<SenderThread> thread_;
};

}  // namespace plumbline::mock
