#pragma once
// The head of an answer that may be a stream, line by line as it was on the wire.

#include "conformance/streaming/breaches.hpp"
#include "spec/http/message.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace plumbline::streaming {

/// Gathers the lines of the final head; informational heads before it are passed over.
class Head {
  public:
    void take_line(std::string_view line);

    [[nodiscard]] int status() const { return status_; }
    [[nodiscard]] const http::Headers& headers() const { return headers_; }
    /// Says whether the whole head is there.
    [[nodiscard]] bool is_whole() const { return is_whole_; }
    /// Says whether the answer is a success and calls itself a stream of events.
    [[nodiscard]] bool is_stream() const;
    /// Says whether the body is in the chunked coding.
    [[nodiscard]] bool is_chunked() const;

    /// Judges the head of a stream.
    void judge(Breaches& breaches) const;

  private:
    void judge_syntax(Breaches& breaches) const;
    void judge_type(Breaches& breaches) const;
    void judge_framing(Breaches& breaches) const;
    void judge_caching(Breaches& breaches) const;

    std::vector<std::string> lines_;  ///< with their ends
    int status_ = 0;
    http::Headers headers_;
    bool is_whole_ = false;
};

}  // namespace plumbline::streaming
