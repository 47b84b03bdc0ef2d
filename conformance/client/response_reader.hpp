#pragma once
// Builds a response from the head lines and body pieces that the transport receives.

#include "spec/http/message.hpp"

#include <cstddef>
#include <string_view>

namespace plumbline::client {

/// Collects one final response: informational (1xx) heads and trailers are dropped. Head lines keep
/// their spelling, order and duplicates.
class ResponseReader {
  public:
    explicit ResponseReader(std::size_t max_body) : max_body_(max_body) {}

    /// Adds a head line with its line end. Returns false if the head grows too large.
    [[nodiscard]] bool take_head_line(std::string_view line);
    /// Adds the next bytes of the body. Returns false if the body grows too large.
    [[nodiscard]] bool take_body(std::string_view bytes);

    /// Returns whether a final head is complete: the empty line after its fields has come.
    [[nodiscard]] bool has_complete_head() const { return head_ended_ && response_.status >= 200; }
    /// Returns whether a head has begun, final or informational, whose empty line has not come.
    [[nodiscard]] bool is_within_head() const { return !head_ended_ && response_.status != 0; }
    [[nodiscard]] bool is_over_limit() const { return over_limit_; }
    [[nodiscard]] const http::Response& response() const { return response_; }

  private:
    void begin_head(std::string_view status_line);
    void take_field(std::string_view line);

    std::size_t max_body_;
    std::size_t head_bytes_ = 0;
    bool head_ended_ = false;
    bool over_limit_ = false;
    http::Response response_;
};

}  // namespace plumbline::client
