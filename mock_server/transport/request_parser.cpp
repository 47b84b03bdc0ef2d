// A legal request can trip an assertion of the library (an empty chunked body whose last byte comes
// late), so its assertions are off in this file; `kShortestChunkedEnd` keeps the case away besides.
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

/// The most input one chunk header or trailer may take: no limit of the library counts these.
constexpr std::size_t kMaxUnconsumed = std::size_t{64} * 1024U;
/// An unfinished chunked body needs at least `0 CRLF CRLF` more.
constexpr std::size_t kShortestChunkedEnd = 5;
/// Source: RFC 9112, section 2.2: a server should ignore an empty line before a request.
constexpr int kMaxBlankLines = 2;
/// The longest head that is remembered: thousands of idle connections may each remember one.
constexpr std::size_t kMaxRemembered = std::size_t{2} * 1024U;

/// Writes what the library recognises straight into our Request.
class Collector final : public beast::http::basic_parser<true> {
  public:
    explicit Collector(const ServerOptions& options) : options_(&options) {
        // Ours decides first: the library's limit counts anew in each piece of input.
        header_limit(static_cast<std::uint32_t>(options.max_head + 1));
        body_limit(options.max_body);
    }

    ParsedRequest parsed;
    std::optional<Refusal> refusal;

  private:
    void refuse(int status, std::string detail, BeastCode& error) {
        refusal = Refusal{status, std::move(detail)};
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
        // Trailers come this way as well; nobody asks for them, and as fields they would lie.
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

struct RequestParser::State {
    enum class Phase { kStart, kHead, kBody };

    explicit State(const ServerOptions& chosen) : options(&chosen) { start_over(); }

    void start_over() {
        phase = Phase::kStart;
        blank_lines = 0;
        head_size = 0;
        collector.emplace(*options);
    }

    Fed refuse(int status, std::string detail) {
        refusal = Refusal{status, std::move(detail)};
        return {Step::kRefused, 0};
    }

    Fed refuse(const BeastCode& error, std::string_view input) {
        if (collector->refusal)
            return refuse(collector->refusal->status, collector->refusal->detail);
        if (error == BeastError::body_limit) {
            return refuse(413,
                          "the body is larger than " + std::to_string(options->max_body) +
                              " bytes; start the mock with a larger --max-body");
        }
        if (error == BeastError::bad_version && has_other_version(input)) {
            return refuse(505, "only HTTP/1.1 and HTTP/1.0 are spoken here");
        }
        return refuse(400, "the request is malformed: " + error.message());
    }

    Fed refuse_head_size(std::string_view input) {
        const std::size_t longest = std::min(options->max_request_line, options->max_head);
        const bool is_line_open =
            !has_line() && input.substr(0, longest).find('\n') == std::string_view::npos;
        if (is_line_open) {
            return refuse(414,
                          "the request line is longer than " + std::to_string(longest) + " bytes");
        }
        return refuse(
            431,
            "the request's head is larger than " + std::to_string(options->max_head) + " bytes");
    }

    /// The library keeps the line back until the blank line if it came in small pieces.
    [[nodiscard]] bool has_line() const { return !collector->parsed.request.method.empty(); }

    Fed feed_start(std::string_view input);
    Fed feed_head(std::string_view input);
    Fed feed_body(std::string_view input);
    Fed end_head(std::size_t consumed, bool has_body_bytes);

    const ServerOptions* options;
    Phase phase = Phase::kStart;
    int blank_lines = 0;
    std::size_t head_size = 0;  ///< bytes of the head consumed so far
    std::optional<Collector> collector;
    Refusal refusal;
    std::string last_head;                      ///< of `last`, "": nothing is remembered
    std::shared_ptr<const ParsedRequest> last;  ///< a request without a body
    bool is_last_again = false;                 ///< what take() gives
};

RequestParser::Fed RequestParser::State::feed_start(std::string_view input) {
    is_last_again = !last_head.empty() && blank_lines == 0 && input.starts_with(last_head);
    if (is_last_again) return {Step::kComplete, last_head.size()};
    last_head.clear();
    last.reset();
    std::size_t used = 0;
    while (blank_lines < kMaxBlankLines && input.substr(used).starts_with("\r\n")) {
        used += 2;
        ++blank_lines;
    }
    const std::string_view rest = input.substr(used);
    if (rest.empty() || (rest == "\r" && blank_lines < kMaxBlankLines)) {
        return {Step::kNeedMore, used};
    }
    phase = Phase::kHead;
    const Fed fed = feed_head(rest);
    if (fed.step == Step::kComplete && fed.consumed <= kMaxRemembered)
        last_head = rest.substr(0, fed.consumed);
    return {fed.step, used + fed.consumed};
}

RequestParser::Fed RequestParser::State::feed_head(std::string_view input) {
    const std::size_t longest = options->max_request_line;
    if (!has_line() && input.size() >= longest &&
        input.substr(0, longest).find('\n') == std::string_view::npos) {
        return refuse_head_size(input);
    }
    const std::string_view window = input.substr(0, options->max_head - head_size);
    BeastCode error;
    // Stops behind the head, so that it is judged before any byte of the body is taken.
    collector->eager(false);
    const std::size_t consumed =
        collector->put(boost::asio::buffer(window.data(), window.size()), error);
    head_size += consumed;
    if (error == BeastError::need_more) {
        if (has_bare_line_feed(window.substr(consumed))) {
            return refuse(400, "the request is malformed: a line ends in LF without CR");
        }
        const std::size_t seen = head_size + (window.size() - consumed);
        return seen >= options->max_head ? refuse_head_size(input) : Fed{Step::kNeedMore, consumed};
    }
    if (error) return refuse(error, input);
    return end_head(consumed, consumed < input.size());
}

RequestParser::Fed RequestParser::State::end_head(std::size_t consumed, bool has_body_bytes) {
    ParsedRequest& parsed = collector->parsed;
    if (auto found = judge_head(parsed.request, parsed.minor_version)) {
        return refuse(found->status, std::move(found->detail));
    }
    parsed.keep_alive = collector->keep_alive();
    phase = Phase::kBody;
    if (collector->is_done()) return {Step::kComplete, consumed};
    const bool waits = !has_body_bytes && expects_continue(parsed.request, parsed.minor_version);
    return {waits ? Step::kExpectsContinue : Step::kNeedMore, consumed};
}

RequestParser::Fed RequestParser::State::feed_body(std::string_view input) {
    collector->eager(true);
    std::size_t used = 0;
    while (used < input.size()) {
        const std::string_view window = input.substr(used, kMaxUnconsumed);
        if (collector->chunked() && window.size() < kShortestChunkedEnd) break;
        BeastCode error;
        const std::size_t consumed =
            collector->put(boost::asio::buffer(window.data(), window.size()), error);
        used += consumed;
        if (collector->is_done()) return {Step::kComplete, used};
        if (error && error != BeastError::need_more) return refuse(error, {});
        if (consumed > 0) continue;
        if (window.size() < kMaxUnconsumed) break;
        return refuse(400,
                      "a chunk header or trailer is longer than " + std::to_string(kMaxUnconsumed) +
                          " bytes");
    }
    return {Step::kNeedMore, used};
}

RequestParser::RequestParser(const ServerOptions& options)
    : state_(std::make_unique<State>(options)) {}
RequestParser::~RequestParser() = default;
RequestParser::RequestParser(RequestParser&&) noexcept = default;
RequestParser& RequestParser::operator=(RequestParser&&) noexcept = default;

RequestParser::Fed RequestParser::feed(std::string_view input) {
    using Phase = State::Phase;
    try {
        Fed fed{Step::kNeedMore, 0};
        if (state_->phase == Phase::kStart)
            fed = state_->feed_start(input);
        else if (state_->phase == Phase::kHead)
            fed = state_->feed_head(input);
        if (fed.step != Step::kNeedMore || state_->phase != Phase::kBody) return fed;
        const Fed body = state_->feed_body(input.substr(fed.consumed));
        return {body.step, fed.consumed + body.consumed};
    } catch (...) {
        return state_->refuse(500, "the request could not be read");
    }
}

std::shared_ptr<const ParsedRequest> RequestParser::take() {
    if (state_->is_last_again) return state_->last;
    auto parsed = std::make_shared<const ParsedRequest>(std::move(state_->collector->parsed));
    if (!state_->last_head.empty()) state_->last = parsed;
    state_->start_over();
    return parsed;
}

const Refusal& RequestParser::refusal() const {
    return state_->refusal;
}

std::string_view RequestParser::method() const {
    return state_->collector->parsed.request.method;
}

bool RequestParser::is_in_head() const {
    return state_->phase == State::Phase::kHead;
}

bool RequestParser::is_in_body() const {
    return state_->phase == State::Phase::kBody;
}

}  // namespace plumbline::mock
