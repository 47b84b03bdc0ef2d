// A legal request can trip an assertion of the library (an empty chunked body whose last byte
// arrives late), so its assertions are off in this file; `kShortestChunkedEnd` also avoids that
// case.
#define BOOST_DISABLE_ASSERTS

#include "mock_server/transport/request_parser.hpp"

#include <boost/asio/buffer.hpp>
#include <boost/beast/http/basic_parser.hpp>
#include <boost/beast/http/error.hpp>

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

namespace plumbline::mock {
namespace {

namespace beast = boost::beast;
using BeastCode = beast::error_code;
using BeastText = beast::string_view;
using BeastError = beast::http::error;

/// Limits the size of one chunk header or trailer, which the library does not limit.
constexpr std::size_t kMaxUnconsumed = std::size_t{64} * 1024U;
/// An unfinished chunked body needs at least `0 CRLF CRLF` more.
constexpr std::size_t kShortestChunkedEnd = 5;
/// Source: RFC 9112, section 2.2: a server should ignore an empty line before a request.
constexpr int kMaxBlankLines = 2;
/// Limits the size of a remembered head: thousands of idle connections may each remember one.
constexpr std::size_t kMaxRemembered = std::size_t{2} * 1024U;

/// Writes what the library parses directly into a `Request`.
class RequestCollector final : public beast::http::basic_parser<true> {
  public:
    explicit RequestCollector(const ServerOptions& options) : options_(&options) {
        // Our limit must apply first: the library's limit starts again with each piece of input.
        header_limit(static_cast<std::uint32_t>(options.max_head + 1));
        body_limit(options.max_body);
    }

    ParsedRequest parsed;
    std::optional<RequestRefusal> refusal;

  private:
    void refuse(int status, std::string detail, BeastCode& error) {
        refusal = RequestRefusal{status, std::move(detail)};
        error = BeastError::bad_value;
    }

    void on_request_impl(beast::http::verb,
                         BeastText method,
                         BeastText target,
                         int version,
                         BeastCode& error) override {
        parsed.request.method.assign(method.data(), method.size());
        parsed.request.target.assign(target.data(), target.size());
        parsed.minor_version = version % 10;
        const std::size_t line =
            method.size() + target.size() + std::string_view("  HTTP/1.1\r\n").size();
        if (line > options_->max_request_line) {
            refuse(414, "the request line has " + std::to_string(line) + " bytes", error);
        }
    }

    void on_field_impl(beast::http::field,
                       BeastText name,
                       BeastText value,
                       BeastCode& error) override {
        // Trailers also arrive here; they are ignored, because as header fields they would be
        // wrong.
        if (is_head_complete_) return;
        parsed.request.headers.add(std::string(name.data(), name.size()),
                                   std::string(value.data(), value.size()));
        if (parsed.request.headers.all().size() > static_cast<std::size_t>(options_->max_fields)) {
            refuse(431,
                   "the request has more than " + std::to_string(options_->max_fields) +
                       " header fields",
                   error);
        }
    }

    void on_header_impl(BeastCode&) override { is_head_complete_ = true; }

    std::size_t on_body_impl(BeastText bytes, BeastCode&) override {
        parsed.request.body.append(bytes.data(), bytes.size());
        return bytes.size();
    }

    std::size_t on_chunk_body_impl(std::uint64_t, BeastText bytes, BeastCode&) override {
        parsed.request.body.append(bytes.data(), bytes.size());
        return bytes.size();
    }

    void on_body_init_impl(const boost::optional<std::uint64_t>&, BeastCode&) override {}
    void on_chunk_header_impl(std::uint64_t, BeastText, BeastCode&) override {}
    void on_finish_impl(BeastCode&) override {}
    void on_response_impl(int, BeastText, int, BeastCode&) override {}

    const ServerOptions* options_;
    bool is_head_complete_ = false;
};

}  // namespace

struct RequestParser::ParserState {
    enum class ParserPhase { kStart, kHead, kBody };

    explicit ParserState(const ServerOptions& server_options) : options(&server_options) {
        start_over();
    }

    void start_over() {
        phase = ParserPhase::kStart;
        blank_lines = 0;
        head_size = 0;
        collector.emplace(*options);
    }

    FeedResult refuse(int status, std::string detail) {
        refusal = RequestRefusal{status, std::move(detail)};
        return {ParseStep::kRefused, 0};
    }

    FeedResult refuse(const BeastCode& error, std::string_view input) {
        if (collector->refusal)
            return refuse(collector->refusal->status, collector->refusal->detail);
        if (error == BeastError::body_limit) {
            return refuse(413,
                          "the body is larger than " + std::to_string(options->max_body) +
                              " bytes; start the mock with a larger --max-body");
        }
        if (error == BeastError::bad_version && has_unsupported_version(input)) {
            return refuse(505, "the HTTP version is not supported, expected HTTP/1.1 or HTTP/1.0");
        }
        return refuse(400, "the request is malformed: " + error.message());
    }

    FeedResult refuse_head_size(std::string_view input) {
        const std::size_t limit = std::min(options->max_request_line, options->max_head);
        const bool is_line_open =
            !has_request_line() && input.substr(0, limit).find('\n') == std::string_view::npos;
        if (is_line_open) {
            return refuse(414,
                          "the request line is longer than " + std::to_string(limit) + " bytes");
        }
        return refuse(
            431,
            "the request's head is larger than " + std::to_string(options->max_head) + " bytes");
    }

    /// If the request line arrived in small pieces, the library reports it only at the blank line.
    [[nodiscard]] bool has_request_line() const {
        return !collector->parsed.request.method.empty();
    }

    FeedResult feed_start(std::string_view input);
    FeedResult feed_head(std::string_view input);
    FeedResult feed_body(std::string_view input);
    FeedResult end_head(std::size_t consumed, bool has_body_bytes);

    const ServerOptions* options;
    ParserPhase phase = ParserPhase::kStart;
    int blank_lines = 0;
    std::size_t head_size = 0;  ///< bytes of the head consumed so far
    std::optional<RequestCollector> collector;
    RequestRefusal refusal;
    std::string remembered_head;  ///< head of `remembered_request`, "": none
    std::shared_ptr<const ParsedRequest> remembered_request;  ///< a request without a body
    bool is_repeated = false;  ///< take_request() returns the remembered request
};

RequestParser::FeedResult RequestParser::ParserState::feed_start(std::string_view input) {
    is_repeated =
        !remembered_head.empty() && blank_lines == 0 && input.starts_with(remembered_head);
    if (is_repeated) return {ParseStep::kComplete, remembered_head.size()};
    remembered_head.clear();
    remembered_request.reset();
    std::size_t used = 0;
    while (blank_lines < kMaxBlankLines && input.substr(used).starts_with("\r\n")) {
        used += 2;
        ++blank_lines;
    }
    const std::string_view rest = input.substr(used);
    if (rest.empty() || (rest == "\r" && blank_lines < kMaxBlankLines)) {
        return {ParseStep::kNeedMore, used};
    }
    phase = ParserPhase::kHead;
    const FeedResult fed = feed_head(rest);
    if (fed.step == ParseStep::kComplete && fed.consumed <= kMaxRemembered)
        remembered_head = rest.substr(0, fed.consumed);
    return {fed.step, used + fed.consumed};
}

RequestParser::FeedResult RequestParser::ParserState::feed_head(std::string_view input) {
    const std::size_t limit = options->max_request_line;
    if (!has_request_line() && input.size() >= limit &&
        input.substr(0, limit).find('\n') == std::string_view::npos) {
        return refuse_head_size(input);
    }
    const std::string_view window = input.substr(0, options->max_head - head_size);
    BeastCode error;
    // Stops after the head, so that it is checked before any byte of the body is read.
    collector->eager(false);
    const std::size_t consumed =
        collector->put(boost::asio::buffer(window.data(), window.size()), error);
    head_size += consumed;
    if (has_folded_line(window.substr(0, consumed)))
        return refuse(400, "the request is malformed: a field is continued on another line");
    if (error == BeastError::need_more) {
        if (has_bare_line_feed(window.substr(consumed))) {
            return refuse(400, "the request is malformed: a line ends in LF without CR");
        }
        const std::size_t size = head_size + (window.size() - consumed);
        return size >= options->max_head ? refuse_head_size(input)
                                         : FeedResult{ParseStep::kNeedMore, consumed};
    }
    if (error) return refuse(error, input);
    return end_head(consumed, consumed < input.size());
}

RequestParser::FeedResult RequestParser::ParserState::end_head(std::size_t consumed,
                                                               bool has_body_bytes) {
    ParsedRequest& parsed = collector->parsed;
    if (auto found = check_head(parsed.request, parsed.minor_version)) {
        return refuse(found->status, std::move(found->detail));
    }
    parsed.keep_alive = collector->keep_alive();
    phase = ParserPhase::kBody;
    if (collector->is_done()) return {ParseStep::kComplete, consumed};
    const bool waits = !has_body_bytes && expects_continue(parsed.request, parsed.minor_version);
    return {waits ? ParseStep::kExpectsContinue : ParseStep::kNeedMore, consumed};
}

RequestParser::FeedResult RequestParser::ParserState::feed_body(std::string_view input) {
    collector->eager(true);
    std::size_t used = 0;
    while (used < input.size()) {
        const std::string_view window = input.substr(used, kMaxUnconsumed);
        if (collector->chunked() && window.size() < kShortestChunkedEnd) break;
        BeastCode error;
        const std::size_t consumed =
            collector->put(boost::asio::buffer(window.data(), window.size()), error);
        used += consumed;
        if (collector->is_done()) return {ParseStep::kComplete, used};
        if (error && error != BeastError::need_more) return refuse(error, {});
        if (consumed > 0) continue;
        if (window.size() < kMaxUnconsumed) break;
        return refuse(400,
                      "a chunk header or trailer is longer than " + std::to_string(kMaxUnconsumed) +
                          " bytes");
    }
    return {ParseStep::kNeedMore, used};
}

RequestParser::RequestParser(const ServerOptions& options)
    : state_(std::make_unique<ParserState>(options)) {}
RequestParser::~RequestParser() = default;
RequestParser::RequestParser(RequestParser&&) noexcept = default;
RequestParser& RequestParser::operator=(RequestParser&&) noexcept = default;

RequestParser::FeedResult RequestParser::feed(std::string_view input) {
    using ParserPhase = ParserState::ParserPhase;
    try {
        FeedResult fed{ParseStep::kNeedMore, 0};
        if (state_->phase == ParserPhase::kStart)
            fed = state_->feed_start(input);
        else if (state_->phase == ParserPhase::kHead)
            fed = state_->feed_head(input);
        if (fed.step != ParseStep::kNeedMore || state_->phase != ParserPhase::kBody) return fed;
        const FeedResult body = state_->feed_body(input.substr(fed.consumed));
        return {body.step, fed.consumed + body.consumed};
    } catch (...) {
        return state_->refuse(500, "the request could not be read");
    }
}

std::shared_ptr<const ParsedRequest> RequestParser::take_request() {
    if (state_->is_repeated) return state_->remembered_request;
    auto parsed = std::make_shared<const ParsedRequest>(std::move(state_->collector->parsed));
    if (!state_->remembered_head.empty()) state_->remembered_request = parsed;
    state_->start_over();
    return parsed;
}

const RequestRefusal& RequestParser::refusal() const {
    return state_->refusal;
}

std::string_view RequestParser::method() const {
    return state_->collector->parsed.request.method;
}

bool RequestParser::is_in_head() const {
    return state_->phase == ParserState::ParserPhase::kHead;
}

bool RequestParser::is_in_body() const {
    return state_->phase == ParserState::ParserPhase::kBody;
}

}  // namespace plumbline::mock
