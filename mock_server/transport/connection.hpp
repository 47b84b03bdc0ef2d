#pragma once
// One client's connection: its requests in, its replies out, one at a time.

#include "mock_server/transport/deadlines.hpp"
#include "mock_server/transport/output.hpp"
#include "mock_server/transport/request_parser.hpp"
#include "mock_server/transport/server.hpp"

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace plumbline::mock {

/// Plays HTTP/1.1 on a non-blocking socket it does not own. It never closes the socket: it shuts it
/// down, and whoever owns it sees the end of input and closes. After every call the owner must heed
/// `has_answers` (call send_answers before anything but on_input), `has_output` (call on_writable
/// when the socket takes more) and `deadline` (call on_deadline).
/// Thread: the one worker that owns the socket.
class Connection {
  public:
    /// `options` and `handler` must outlive it. `wake` is what streams call from any thread to have
    /// on_wake called.
    Connection(int fd,
               const ServerOptions& options,
               const Handler& handler,
               SteadyTime now,
               std::function<void()> wake = {});

    /// Takes what has come. Answers to it wait for `send_answers`, so that a worker which many have
    /// asked at once sends many one after the other: waking a client for each takes the kernel as
    /// long as some answers take to make. A stream begins at once.
    void on_input(std::string_view bytes, SteadyTime now);
    void send_answers(SteadyTime now);
    void on_writable(SteadyTime now);
    void on_deadline(SteadyTime now);
    void on_wake(SteadyTime now);
    /// Says that on_deadline is near.
    void expect_deadline() const {
        if (stream_) stream_->expect_pull();
    }
    /// Answers 503 before any request and closes.
    void turn_away(std::string_view reason, SteadyTime now);
    /// Ends the connection as soon as the request under way has its reply, at once if there is
    /// none. A stream ends here, in good order.
    void finish(SteadyTime now);
    /// Ends the connection now, whatever is under way.
    void hang_up();

    [[nodiscard]] bool has_answers() const { return is_reading() && !output_.empty(); }
    [[nodiscard]] bool has_output() const {
        return phase_ == Phase::kWriting || (phase_ == Phase::kStreaming && !output_.empty());
    }
    [[nodiscard]] SteadyTime deadline() const { return deadline_; }

  private:
    enum class Phase {
        kIdle,       ///< waits for a request
        kHead,       ///< reads one
        kBody,       ///< reads its body
        kWriting,    ///< the client is slow to take the reply; input waits
        kStreaming,  ///< the reply goes on as its stream gives more; input waits
        kLingering,  ///< our side is shut; input is dropped until the client has read the reply
        kClosed,     ///< both sides are shut
    };

    void enter(Phase phase, SteadyTime now);
    [[nodiscard]] bool is_reading() const {
        return phase_ == Phase::kIdle || phase_ == Phase::kHead || phase_ == Phase::kBody;
    }
    void serve(SteadyTime now);
    void take_step(RequestParser::Step step, SteadyTime now);
    void answer(const ParsedRequest& parsed);
    void refuse(const Refusal& refusal);
    void send(SteadyTime now);
    void go_on(SteadyTime now);
    void pump(SteadyTime now);
    [[nodiscard]] bool has_left(Output::State state);
    void end_stream(SteadyTime now);
    void rest(SteadyTime now);

    int fd_;
    const ServerOptions* options_;
    const Handler* handler_;
    // What each event of a stream needs stands together: of thousands of streams, each time it is
    // fetched from afar.
    Phase phase_ = Phase::kIdle;
    bool is_chunked_ = false;  ///< the stream's body
    bool has_begun_ = false;   ///< the stream's first event has left
    bool is_last_reply_written_ = false;
    bool is_finishing_ = false;
    SteadyTime deadline_;
    std::shared_ptr<Stream> stream_;  ///< kStreaming: what gives the body
    Output output_;
    std::function<void()> wake_;
    RequestParser parser_;
    std::string input_;
};

}  // namespace plumbline::mock
