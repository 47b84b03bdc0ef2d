#include "mock_server/transport/connection.hpp"

#include "mock_server/transport/reply_writer.hpp"

#include <sys/socket.h>

#include <exception>
#include <utility>

namespace plumbline::mock {
namespace {

/// The most input that may wait while a reply is on its way out.
constexpr std::size_t kMaxWaitingInput = std::size_t{64} * 1024U;
/// Replies to pipelined requests gather up to here before they are sent.
constexpr std::size_t kOutputPerSend = std::size_t{64} * 1024U;
/// How often one stream is asked before the others of its worker have their turn.
constexpr int kPullsPerTurn = 4;
/// The same for one that is asked for a single event each time.
constexpr int kEventsPerTurn = 64;
constexpr std::string_view kLastChunk = "0\r\n\r\n";
constexpr std::string_view kContinueLine = "HTTP/1.1 100 Continue\r\n\r\n";

/// Returns the handler's reply, or a 500 if it throws: nothing may leave a worker's callback.
Reply reply_to(const http::Request& request, const Handler& handler) {
    try {
        return handler(request);
    } catch (const std::exception& error) {
        return error_reply(500, std::string("the handler failed: ") + error.what());
    } catch (...) {
        return error_reply(500, "the handler failed");
    }
}

}  // namespace

Connection::Connection(int fd,
                       const ServerOptions& options,
                       const Handler& handler,
                       SteadyTime now,
                       std::function<void()> wake)
    : fd_(fd), options_(&options), handler_(&handler), wake_(std::move(wake)), parser_(options) {
    enter(Phase::kIdle, now);
}

void Connection::on_input(std::string_view bytes, SteadyTime now) {
    if (phase_ == Phase::kLingering || phase_ == Phase::kClosed) return;
    input_.append(bytes);
    if (is_reading()) return serve(now);
    if (input_.size() > kMaxWaitingInput) hang_up();
}

void Connection::send_answers(SteadyTime now) {
    if (has_answers()) send(now);
}

void Connection::on_writable(SteadyTime now) {
    const std::size_t before = output_.size();
    if (phase_ == Phase::kStreaming && before > 0) {
        if (has_left(output_.flush(fd_))) {
            pump(now);
        } else if (phase_ == Phase::kStreaming && output_.size() < before) {
            deadline_ = now + options_->write_deadline;
        }
    }
    if (phase_ != Phase::kWriting) return;
    send(now);
    if (phase_ == Phase::kWriting && !output_.empty() && output_.size() < before)
        enter(Phase::kWriting, now);
    go_on(now);
}

/// Takes the next request once the reply under way has left.
void Connection::go_on(SteadyTime now) {
    if (phase_ != Phase::kWriting || !output_.empty()) return;
    enter(Phase::kIdle, now);
    serve(now);
    send_answers(now);
}

void Connection::on_deadline(SteadyTime now) {
    // A stream that waits for its client has waited too long; another has something to send.
    if (phase_ == Phase::kStreaming && output_.empty()) return pump(now);
    if (phase_ != Phase::kHead && phase_ != Phase::kBody) return hang_up();
    refuse({408,
            phase_ == Phase::kHead ? "the request's head did not come in time"
                                   : "the request's body did not come in time"});
    send(now);
}

void Connection::on_wake(SteadyTime now) {
    if (phase_ == Phase::kStreaming && output_.empty()) pump(now);
}

void Connection::turn_away(std::string_view reason, SteadyTime now) {
    refuse({503, std::string(reason)});
    send(now);
}

void Connection::finish(SteadyTime now) {
    if (phase_ == Phase::kIdle) return hang_up();
    is_finishing_ = true;
    if (phase_ == Phase::kStreaming) {
        is_last_reply_written_ = true;
        return end_stream(now);
    }
    // The reply under way is complete already, only not yet sent.
    if (phase_ == Phase::kWriting) is_last_reply_written_ = true;
}

void Connection::hang_up() {
    phase_ = Phase::kClosed;
    deadline_ = SteadyTime::max();
    stream_.reset();
    ::shutdown(fd_, SHUT_RDWR);
}

void Connection::enter(Phase phase, SteadyTime now) {
    phase_ = phase;
    switch (phase) {
        case Phase::kIdle:
            deadline_ = now + options_->idle_deadline;
            break;
        case Phase::kHead:
            deadline_ = now + options_->head_deadline;
            break;
        case Phase::kBody:
            deadline_ = now + options_->body_deadline;
            break;
        case Phase::kWriting:
        case Phase::kStreaming:
            deadline_ = now + options_->write_deadline;
            break;
        case Phase::kLingering:
            deadline_ = now + options_->linger;
            break;
        case Phase::kClosed:
            deadline_ = SteadyTime::max();
            break;
    }
}

/// Answers what is complete in the input.
void Connection::serve(SteadyTime now) {
    std::size_t used = 0;
    while (is_reading() && !is_last_reply_written_ && used < input_.size()) {
        const auto fed = parser_.feed(std::string_view(input_).substr(used));
        used += fed.consumed;
        if (fed.step == RequestParser::Step::kNeedMore) break;
        take_step(fed.step, now);
    }
    input_.erase(0, used);
    if (phase_ == Phase::kStreaming) return pump(now);
    if (is_reading()) rest(now);
}

void Connection::take_step(RequestParser::Step step, SteadyTime now) {
    switch (step) {
        case RequestParser::Step::kNeedMore:
            return;
        case RequestParser::Step::kExpectsContinue:
            return output_.append(kContinueLine);
        case RequestParser::Step::kRefused:
            return refuse(parser_.refusal());
        case RequestParser::Step::kComplete:
            break;
    }
    answer(*parser_.take());
    if (stream_) return enter(Phase::kStreaming, now);
    enter(Phase::kIdle, now);
    if (output_.size() >= kOutputPerSend) send(now);
}

void Connection::answer(const ParsedRequest& parsed) {
    Framing framing{.is_head = parsed.request.method == "HEAD",
                    .minor_version = parsed.minor_version,
                    .keep_alive = parsed.keep_alive && !is_finishing_};
    const Reply reply = reply_to(parsed.request, *handler_);
    if (const auto* streamed = std::get_if<StreamReply>(&reply); streamed && !framing.is_head) {
        is_chunked_ = framing.minor_version > 0;
        // Without chunks only the end of the connection ends the body.
        framing.keep_alive = framing.keep_alive && is_chunked_;
        stream_ = streamed->stream;
        has_begun_ = false;
        stream_->on_wake(wake_);
    }
    write_reply(reply, framing, output_);
    is_last_reply_written_ = !framing.keep_alive;
}

/// Sends what the stream has, until it has no more, the socket takes no more, or others wait.
void Connection::pump(SteadyTime now) {
    thread_local StreamBuffer buffer(false);
    const int most = options_->writes_each_event ? kEventsPerTurn : kPullsPerTurn;
    for (int pulls = 0; pulls < most; ++pulls) {
        // The first event leaves at once, whatever the second takes. Any event is more than a byte.
        const bool is_single = options_->writes_each_event || !std::exchange(has_begun_, true);
        const std::size_t enough = is_single ? 1 : kOutputPerSend;
        buffer.restart(is_chunked_);
        const Flow flow = stream_->pull(buffer, enough, now);
        if (flow.next == Flow::Next::kEnd) {
            output_.append(buffer.bytes());
            return end_stream(now);
        }
        const bool is_sent = has_left(output_.send(fd_, buffer.bytes()));
        if (flow.next == Flow::Next::kCut) return hang_up();
        if (!is_sent) {
            if (phase_ == Phase::kStreaming) deadline_ = now + options_->write_deadline;
            return;
        }
        deadline_ = flow.due;
        if (flow.next == Flow::Next::kLater) return;
    }
    deadline_ = now;
}

/// Says whether all that was there of the stream has left; hangs up where nobody is to take it.
bool Connection::has_left(Output::State state) {
    switch (state) {
        case Output::State::kDone:
            return true;
        case Output::State::kBlocked:
            return false;
        case Output::State::kBroken:
            break;
    }
    hang_up();
    return false;
}

void Connection::end_stream(SteadyTime now) {
    stream_.reset();
    if (is_chunked_) output_.append(kLastChunk);
    enter(Phase::kWriting, now);
    send(now);
    go_on(now);
}

void Connection::refuse(const Refusal& refusal) {
    const Framing framing{.is_head = parser_.method() == "HEAD", .keep_alive = false};
    write_reply(error_reply(refusal.status, refusal.detail), framing, output_);
    is_last_reply_written_ = true;
}

/// Sends what the socket takes, and shuts our side behind the last reply.
void Connection::send(SteadyTime now) {
    switch (output_.flush(fd_)) {
        case Output::State::kBroken:
            return hang_up();
        case Output::State::kBlocked:
            if (phase_ != Phase::kWriting) enter(Phase::kWriting, now);
            return;
        case Output::State::kDone:
            break;
    }
    if (!is_last_reply_written_) return;
    // The client may still be sending: closing now would make the kernel answer with a reset, and
    // that would take the reply away from a client that has not read it yet.
    ::shutdown(fd_, SHUT_WR);
    enter(Phase::kLingering, now);
}

/// Starts the clock of what the input has got to.
void Connection::rest(SteadyTime now) {
    const bool has_begun = parser_.is_in_head() || !input_.empty();
    const Phase next = parser_.is_in_body() ? Phase::kBody
                       : has_begun          ? Phase::kHead
                                            : Phase::kIdle;
    if (next != phase_) enter(next, now);
}

}  // namespace plumbline::mock
