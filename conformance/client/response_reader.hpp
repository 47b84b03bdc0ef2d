#pragma once
// Builds a response from the head lines and body pieces that the transport receives.

#include "spec/http/head_lines.hpp"
#include "spec/http/message.hpp"
#include "spec/sse/chunked_reader.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace plumbline::client {

/// Collects one final response and checks its bytes, and those of informational (1xx) heads, which
/// are dropped like trailers. Fields keep their spelling, order and duplicates.
class ResponseReader {
  public:
    /// `method` is that of the request.
    ResponseReader(std::string_view method, std::size_t max_body)
        : method_(method), max_body_(max_body) {}

    /// Adds a head line with its line end. Returns false if the head grows too large, or ends and
    /// does not tell where the body ends.
    [[nodiscard]] bool take_head_line(std::string_view line);
    /// Adds the next bytes of the body, in its transfer coding. Returns false if the body grows too
    /// large.
    [[nodiscard]] bool take_body(std::string_view bytes);
    /// Records bytes of the message that HTTP/1.1 does not allow.
    void add_violation(std::string expected, std::string got);
    /// Records that the head is too large: it has `what`.
    void refuse_head(std::string what);

    /// Returns whether a final head is complete: the empty line after its fields has come.
    [[nodiscard]] bool has_complete_head() const { return head_ended_ && response_.status >= 200; }
    /// Returns whether a head has begun, final or informational, whose empty line has not come.
    [[nodiscard]] bool is_within_head() const { return !head_ended_ && response_.status != 0; }
    [[nodiscard]] bool is_over_limit() const { return over_limit_; }
    /// Returns whether the head is complete and no end of the body can be known.
    [[nodiscard]] bool has_unknown_end() const { return framing_.is_unknown; }
    /// Returns what HTTP/1.1 does not allow in the bytes of the final response so far.
    [[nodiscard]] const std::vector<http::MessageViolation>& violations() const {
        return violations_;
    }
    /// Returns the number of the fields of the current head so far.
    [[nodiscard]] std::size_t field_count() const {
        return response_.headers.all().size() + (field_ ? 1 : 0);
    }
    [[nodiscard]] const http::Response& response() const { return response_; }
    [[nodiscard]] http::Response take_response() { return std::move(response_); }

  private:
    void begin_head(std::string_view status_line);
    void take_field(std::string_view line);
    void store_field();
    void end_head();
    [[nodiscard]] bool store(std::string_view content);
    void note_chunk_violations();

    std::string method_;
    std::size_t max_body_;
    std::size_t head_bytes_ = 0;
    std::string version_{};  ///< of the current head, `HTTP/1.1`
    bool head_ended_ = false;
    bool over_limit_ = false;
    bool has_chunk_violation_ = false;
    http::Response response_;
    std::optional<std::pair<std::string, std::string>> field_;  ///< the next line may continue it
    http::BodyFraming framing_;
    std::vector<http::MessageViolation> violations_;
    sse::ChunkedReader chunks_;
};

}  // namespace plumbline::client
