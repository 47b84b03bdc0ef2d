#pragma once
// Gathers a response from the head lines and body pieces that the transport hands on.

#include "spec/http/message.hpp"

#include <cstddef>
#include <string_view>

namespace plumbline::client {

/// Collects one final response: informational (1xx) heads are dropped, and so are trailers.
/// Head lines keep their spelling, order and duplicates.
class ResponseReader {
  public:
    explicit ResponseReader(std::size_t max_body) : max_body_(max_body) {}

    /// Takes a head line with its line end. Returns false if the head grows too large.
    [[nodiscard]] bool take_head_line(std::string_view line);
    /// Takes the next bytes of the body. Returns false if the body grows too large.
    [[nodiscard]] bool take_body(std::string_view bytes);

    /// Says whether a final head has come to its end.
    [[nodiscard]] bool has_whole_head() const { return head_ended_ && response_.status >= 200; }
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
