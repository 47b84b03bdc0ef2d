#pragma once
// The connection of one client: handles its requests one at a time.

#include "mock_server/transport/deadlines.hpp"
#include "mock_server/transport/request_parser.hpp"
#include "mock_server/transport/send_queue.hpp"
#include "mock_server/transport/server.hpp"

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace plumbline::mock {

/// Implements HTTP/1.1 on a non-blocking socket that it does not own. It never closes the socket,
/// only shuts it down; the owner then reads the end of input and closes it. After every call the
/// owner must check `has_responses` (call send_responses before anything but on_input),
/// `has_output` (call on_writable when the socket is writable) and `deadline` (call on_deadline).
/// Not thread-safe: only the worker that owns the socket uses it.
class ServerConnection {
  public:
    /// `options` and `handler` must outlive it. Streams call `wake` from any thread to request a
    /// call of on_wake.
    ServerConnection(int fd,
                     const ServerOptions& options,
                     const RequestHandler& handler,
                     SteadyTime now,
                     std::function<void()> wake = {});

    /// Handles new input. The responses wait for `send_responses`, so that a worker can send the
    /// responses to many clients together: waking a client costs the kernel as much time as
    /// producing some responses. A stream starts immediately.
    void on_input(std::string_view bytes, SteadyTime now);
    void send_responses(SteadyTime now);
    void on_writable(SteadyTime now);
    void on_deadline(SteadyTime now);
    void on_wake(SteadyTime now);
    /// Responds with 503 before any request and closes.
    void reject(std::string_view reason, SteadyTime now);
    /// Closes the connection after the response to the current request, or immediately if there is
    /// none. A stream is ended properly.
    void finish(SteadyTime now);
    /// Closes the connection immediately.
    void close();

    [[nodiscard]] bool has_responses() const { return is_reading() && !send_queue_.empty(); }
    [[nodiscard]] bool has_output() const {
        return phase_ == ConnectionPhase::kWriting ||
               (phase_ == ConnectionPhase::kStreaming && !send_queue_.empty());
    }
    [[nodiscard]] SteadyTime deadline() const { return deadline_; }

  private:
    enum class ConnectionPhase {
        kIdle,       ///< waits for a request
        kHead,       ///< reads the head of a request
        kBody,       ///< reads its body
        kWriting,    ///< the client reads the response slowly; input waits
        kStreaming,  ///< the response is a stream; input waits
        kLingering,  ///< our side is shut down; input is dropped until the client has read the
                     ///< response
        kClosed,     ///< both sides are shut down
    };

    void enter_phase(ConnectionPhase phase, SteadyTime now);
    [[nodiscard]] bool is_reading() const {
        return phase_ == ConnectionPhase::kIdle || phase_ == ConnectionPhase::kHead ||
               phase_ == ConnectionPhase::kBody;
    }
    void process_input(SteadyTime now);
    void handle_step(RequestParser::ParseStep step, SteadyTime now);
    void respond(const ParsedRequest& parsed);
    void refuse(const RequestRefusal& refusal, std::string_view method);
    void send(SteadyTime now);
    void next_request(SteadyTime now);
    void write_stream(SteadyTime now);
    [[nodiscard]] bool all_sent(SendQueue::SendState state);
    void end_stream(SteadyTime now);
    void arm_read_deadline(SteadyTime now);

    int fd_;
    const ServerOptions* options_;
    const RequestHandler* handler_;
    // The fields used for each stream event are adjacent: with thousands of streams each access is
    // a cache miss.
    ConnectionPhase phase_ = ConnectionPhase::kIdle;
    bool is_chunked_ = false;           ///< the stream's body is chunked
    bool is_first_event_sent_ = false;  ///< the first event of the stream is sent
    bool is_last_response_written_ = false;
    bool is_finishing_ = false;
    SteadyTime deadline_;
    std::shared_ptr<ResponseStream> stream_;  ///< kStreaming: produces the body
    SendQueue send_queue_;
    std::function<void()> wake_;
    RequestParser parser_;
    std::string input_;
};

}  // namespace plumbline::mock
