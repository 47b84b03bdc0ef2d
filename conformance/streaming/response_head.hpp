#pragma once
// The head of a response that may be a stream, as received, line by line.

#include "conformance/streaming/finding_collector.hpp"
#include "spec/http/head_lines.hpp"
#include "spec/http/message.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline::streaming {

/// Collects the lines of the final head; informational heads before it are dropped.
class ResponseHead {
  public:
    void take_line(std::string_view line);
    /// Returns why the next line, with its end, is not one of a valid head; "" if it is.
    [[nodiscard]] std::string line_problem(std::string_view line) const;

    [[nodiscard]] int status() const { return status_; }
    [[nodiscard]] const http::Headers& headers() const { return headers_; }
    /// Returns whether the head is complete.
    [[nodiscard]] bool is_complete() const { return is_complete_; }
    /// Returns whether the response is successful and declares a sequence of items.
    [[nodiscard]] bool is_stream() const;
    /// Returns the media type without parameters, "" if there is none.
    [[nodiscard]] std::string media_type() const;
    /// Returns the boundary of the parts of a multipart body, "" if there is none; nothing for
    /// other media types.
    [[nodiscard]] std::optional<std::string> boundary() const;
    /// Returns what the fields say about the size of the body.
    [[nodiscard]] http::BodyFraming body_framing() const;
    /// Returns whether the body uses the chunked coding.
    [[nodiscard]] bool is_chunked() const;
    /// Returns whether the connection ends after the response.
    [[nodiscard]] bool closes_connection() const;
    /// Returns the value of Content-Encoding, "" if the content has no coding.
    [[nodiscard]] std::string content_coding() const;

    /// Checks the head of a stream.
    void check(FindingCollector& findings) const;

  private:
    void check_syntax(FindingCollector& findings) const;
    void check_type(FindingCollector& findings) const;
    void check_framing(FindingCollector& findings) const;
    void check_caching(FindingCollector& findings) const;

    /// Returns the version of the status line, `HTTP/1.1`.
    [[nodiscard]] std::string_view version() const;
    [[nodiscard]] bool is_at_begin() const { return lines_.empty() || is_complete_; }

    std::vector<std::string> lines_;  ///< including their line ends
    int status_ = 0;
    http::Headers headers_;
    bool is_complete_ = false;
};

}  // namespace plumbline::streaming
