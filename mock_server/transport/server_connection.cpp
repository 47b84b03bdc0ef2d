#include "mock_server/transport/server_connection.hpp"

#include "mock_server/transport/response_writer.hpp"
#include "spec/http/message.hpp"
#include "spec/json/parse.hpp"

#include <sys/socket.h>

#include <algorithm>
#include <exception>
#include <utility>

namespace plumbline::mock {
namespace {

/// Limits the input that may wait while a response is being sent.
constexpr std::size_t kMaxWaitingInput = std::size_t{64} * 1024U;
/// Responses to pipelined requests are collected up to this size before they are sent.
constexpr std::size_t kOutputPerSend = std::size_t{64} * 1024U;
/// Limits the pulls from one stream before the worker's other streams have their turn.
constexpr int kPullsPerTurn = 4;
/// The same limit if each pull returns a single event.
constexpr int kEventsPerTurn = 64;
/// The memory for reading the JSON of a request that is always allowed: it takes less than 50 ms.
constexpr std::size_t kMinJsonMemory = std::size_t{4} * 1024U * 1024U;
constexpr std::string_view kLastChunk = "0\r\n\r\n";
constexpr std::string_view kContinueLine = "HTTP/1.1 100 Continue\r\n\r\n";

/// Returns the handler's response, or a 500 if it throws: no exception may leave a worker's
/// callback.
EngineResponse call_handler(const http::Request& request, const RequestHandler& handler) {
    try {
        return handler(request);
    } catch (const std::exception& error) {
        return detail_response(500, std::string("the handler failed: ") + error.what());
    } catch (...) {
        return detail_response(500, "the handler failed");
    }
}

/// Returns whether a request has more JSON than can be read without delaying the worker's other
/// connections.
bool has_too_much_json(const http::Request& request, std::size_t max_memory) {
    if (request.body.empty()) return false;
    const std::string type = http::media_type(request.headers.joined("Content-Type"));
    return (type.empty() ? begins_like_json(request.body) : http::is_json_media_type(type)) &&
           takes_more_memory(request.body, max_memory);
}

}  // namespace

ServerConnection::ServerConnection(int fd,
                                   const ServerOptions& options,
                                   const RequestHandler& handler,
                                   SteadyTime now,
                                   std::function<void()> wake)
    : fd_(fd), options_(&options), handler_(&handler), wake_(std::move(wake)), parser_(options) {
    enter_phase(ConnectionPhase::kIdle, now);
}

void ServerConnection::on_input(std::string_view bytes, SteadyTime now) {
    if (phase_ == ConnectionPhase::kLingering || phase_ == ConnectionPhase::kClosed) return;
    input_.append(bytes);
    if (is_reading()) return process_input(now);
    if (input_.size() > kMaxWaitingInput) close();
}

void ServerConnection::send_responses(SteadyTime now) {
    if (has_responses()) send(now);
}

void ServerConnection::on_writable(SteadyTime now) {
    const std::size_t before = send_queue_.size();
    if (phase_ == ConnectionPhase::kStreaming && before > 0) {
        if (all_sent(send_queue_.flush(fd_))) {
            write_stream(now);
        } else if (phase_ == ConnectionPhase::kStreaming && send_queue_.size() < before) {
            deadline_ = now + options_->write_deadline;
        }
    }
    if (phase_ != ConnectionPhase::kWriting) return;
    send(now);
    if (phase_ == ConnectionPhase::kWriting && !send_queue_.empty() && send_queue_.size() < before)
        enter_phase(ConnectionPhase::kWriting, now);
    next_request(now);
}

/// Takes the next request once the current response is sent.
void ServerConnection::next_request(SteadyTime now) {
    if (phase_ != ConnectionPhase::kWriting || !send_queue_.empty()) return;
    enter_phase(ConnectionPhase::kIdle, now);
    process_input(now);
    send_responses(now);
}

void ServerConnection::on_deadline(SteadyTime now) {
    // A stream with unsent output has waited too long for its client; otherwise its next event is
    // due.
    if (phase_ == ConnectionPhase::kStreaming && send_queue_.empty()) return write_stream(now);
    if (phase_ != ConnectionPhase::kHead && phase_ != ConnectionPhase::kBody) return close();
    refuse({408,
            phase_ == ConnectionPhase::kHead ? "the request's head did not arrive in time"
                                             : "the request's body did not arrive in time"},
           parser_.method());
    send(now);
}

void ServerConnection::on_wake(SteadyTime now) {
    if (phase_ == ConnectionPhase::kStreaming && send_queue_.empty()) write_stream(now);
}

void ServerConnection::reject(std::string_view reason, SteadyTime now) {
    refuse({503, std::string(reason)}, parser_.method());
    send(now);
}

void ServerConnection::finish(SteadyTime now) {
    if (phase_ == ConnectionPhase::kIdle) return close();
    is_finishing_ = true;
    if (phase_ == ConnectionPhase::kStreaming) {
        is_last_response_written_ = true;
        return end_stream(now);
    }
    // The current response is complete already and only has to be sent.
    if (phase_ == ConnectionPhase::kWriting) is_last_response_written_ = true;
}

void ServerConnection::close() {
    phase_ = ConnectionPhase::kClosed;
    deadline_ = SteadyTime::max();
    stream_.reset();
    ::shutdown(fd_, SHUT_RDWR);
}

void ServerConnection::enter_phase(ConnectionPhase phase, SteadyTime now) {
    phase_ = phase;
    switch (phase) {
        case ConnectionPhase::kIdle:
            deadline_ = now + options_->idle_deadline;
            break;
        case ConnectionPhase::kHead:
            deadline_ = now + options_->head_deadline;
            break;
        case ConnectionPhase::kBody:
            deadline_ = now + options_->body_deadline;
            break;
        case ConnectionPhase::kWriting:
        case ConnectionPhase::kStreaming:
            deadline_ = now + options_->write_deadline;
            break;
        case ConnectionPhase::kLingering:
            deadline_ = now + options_->linger;
            break;
        case ConnectionPhase::kClosed:
            deadline_ = SteadyTime::max();
            break;
    }
}

/// Handles the complete requests in the input.
void ServerConnection::process_input(SteadyTime now) {
    std::size_t used = 0;
    while (is_reading() && !is_last_response_written_ && used < input_.size()) {
        const auto fed = parser_.feed(std::string_view(input_).substr(used));
        used += fed.consumed;
        if (fed.step == RequestParser::ParseStep::kNeedMore) break;
        handle_step(fed.step, now);
    }
    input_.erase(0, used);
    if (phase_ == ConnectionPhase::kStreaming) return write_stream(now);
    if (is_reading()) arm_read_deadline(now);
}

void ServerConnection::handle_step(RequestParser::ParseStep step, SteadyTime now) {
    switch (step) {
        case RequestParser::ParseStep::kNeedMore:
            return;
        case RequestParser::ParseStep::kExpectsContinue:
            return send_queue_.append(kContinueLine);
        case RequestParser::ParseStep::kRefused:
            return refuse(parser_.refusal(), parser_.method());
        case RequestParser::ParseStep::kComplete:
            break;
    }
    const auto parsed = parser_.take_request();
    const std::size_t max_memory = std::max(kMinJsonMemory, options_->max_body / 2);
    if (has_too_much_json(parsed->request, max_memory)) {
        return refuse({413,
                       "reading the JSON would take more than " + std::to_string(max_memory) +
                           " bytes of memory; start the mock with a larger --max-body"},
                      parsed->request.method);
    }
    respond(*parsed);
    if (stream_) return enter_phase(ConnectionPhase::kStreaming, now);
    enter_phase(ConnectionPhase::kIdle, now);
    if (send_queue_.size() >= kOutputPerSend) send(now);
}

void ServerConnection::respond(const ParsedRequest& parsed) {
    ResponseFraming framing{.is_head_request = parsed.request.method == "HEAD",
                            .minor_version = parsed.minor_version,
                            .keep_alive = parsed.keep_alive && !is_finishing_,
                            .date = current_date()};
    const EngineResponse response = call_handler(parsed.request, *handler_);
    if (response.stream && !framing.is_head_request) {
        is_chunked_ = framing.minor_version > 0;
        // Without chunked coding only the end of the connection ends the body.
        framing.keep_alive = framing.keep_alive && is_chunked_;
        stream_ = response.stream;
        is_first_event_sent_ = false;
        stream_->on_wake(wake_);
    }
    write_response(response, framing, send_queue_);
    is_last_response_written_ = !framing.keep_alive;
}

/// Sends what the stream has, until it has no more, the socket accepts no more, or it is the turn
/// of other connections.
void ServerConnection::write_stream(SteadyTime now) {
    thread_local StreamBuffer buffer(false);
    const int max_pulls = options_->writes_each_event ? kEventsPerTurn : kPullsPerTurn;
    for (int pulls = 0; pulls < max_pulls; ++pulls) {
        // The first event is sent immediately, even if the second takes long. Every event is larger
        // than a byte.
        const bool is_single =
            options_->writes_each_event || !std::exchange(is_first_event_sent_, true);
        const std::size_t enough = is_single ? 1 : kOutputPerSend;
        buffer.restart(is_chunked_);
        const PullResult flow = stream_->pull(buffer, enough, now);
        if (flow.next == PullResult::StreamNext::kEnd) {
            send_queue_.append(buffer.bytes());
            return end_stream(now);
        }
        const bool is_sent = all_sent(send_queue_.send(fd_, buffer.bytes()));
        if (flow.next == PullResult::StreamNext::kTruncate) return close();
        if (!is_sent) {
            if (phase_ == ConnectionPhase::kStreaming) deadline_ = now + options_->write_deadline;
            return;
        }
        deadline_ = flow.due;
        if (flow.next == PullResult::StreamNext::kLater) return;
    }
    deadline_ = now;
}

/// Returns whether everything was sent; closes the connection if the peer has disconnected.
bool ServerConnection::all_sent(SendQueue::SendState state) {
    switch (state) {
        case SendQueue::SendState::kDone:
            return true;
        case SendQueue::SendState::kBlocked:
            return false;
        case SendQueue::SendState::kPeerGone:
            break;
    }
    close();
    return false;
}

void ServerConnection::end_stream(SteadyTime now) {
    stream_.reset();
    if (is_chunked_) send_queue_.append(kLastChunk);
    enter_phase(ConnectionPhase::kWriting, now);
    send(now);
    next_request(now);
}

void ServerConnection::refuse(const RequestRefusal& refusal, std::string_view method) {
    const ResponseFraming framing{
        .is_head_request = method == "HEAD", .keep_alive = false, .date = current_date()};
    write_response(detail_response(refusal.status, refusal.detail), framing, send_queue_);
    is_last_response_written_ = true;
}

/// Sends what the socket accepts, and shuts down our side after the last response.
void ServerConnection::send(SteadyTime now) {
    switch (send_queue_.flush(fd_)) {
        case SendQueue::SendState::kPeerGone:
            return close();
        case SendQueue::SendState::kBlocked:
            if (phase_ != ConnectionPhase::kWriting) enter_phase(ConnectionPhase::kWriting, now);
            return;
        case SendQueue::SendState::kDone:
            break;
    }
    if (!is_last_response_written_) return;
    // The client may still be sending: if we closed now, the kernel would send a reset, and a
    // client that has not read the response yet would lose it.
    ::shutdown(fd_, SHUT_WR);
    enter_phase(ConnectionPhase::kLingering, now);
}

/// Sets the deadline for the part of the request that is being read.
void ServerConnection::arm_read_deadline(SteadyTime now) {
    const bool has_begun = parser_.is_in_head() || !input_.empty();
    const ConnectionPhase next = parser_.is_in_body() ? ConnectionPhase::kBody
                                 : has_begun          ? ConnectionPhase::kHead
                                                      : ConnectionPhase::kIdle;
    if (next != phase_) enter_phase(next, now);
}

}  // namespace plumbline::mock
