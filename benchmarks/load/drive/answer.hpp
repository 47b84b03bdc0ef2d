#pragma once
// One answer while it comes: reads it byte by byte as it is on the wire and notes when what came.

#include "benchmarks/load/drive/recorder.hpp"
#include "conformance/streaming/head.hpp"
#include "spec/sse/chunked_reader.hpp"
#include "spec/sse/decoder.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace plumbline::load {

/// Judges a whole answer by the contract while it comes.
class Inspector {
  public:
    virtual ~Inspector() = default;
    virtual void begin(Instant sent) = 0;
    virtual void take_head_line(std::string_view line) = 0;
    virtual void take_bytes(std::string_view bytes, Instant at) = 0;
    /// Says that the answer is over, `whole` or left before; returns what is wrong with it, "" if
    /// nothing is.
    [[nodiscard]] virtual std::string finish(bool whole) = 0;
};

/// What an answer is looked at for.
struct AnswerRules {
    bool is_stream = true;         ///< it has to be a stream of events
    std::uint64_t max_events = 0;  ///< left behind so many, in order; 0: no bound
    double json_sample = 0;        ///< part of its events whose data is read as JSON
};

/// Reads answers, one after the other. Framing is always checked. Thread: one.
class Answer {
  public:
    enum class Progress {
        kGoesOn,
        kEnded,    ///< whole; more may be asked on the connection
        kClosing,  ///< whole, or left, or failed: the connection is of no more use
    };

    /// `recorder` is borrowed.
    Answer(const AnswerRules& rules, Recorder& recorder);

    /// Says that a request was to be sent, and that it is now. `inspector` may be null.
    void begin(Instant intended, Instant at, std::unique_ptr<Inspector> inspector);
    /// Says that the connection that was opened for it is there.
    void connected(Instant at) { outcome_.connect = at - outcome_.sent; }
    /// Takes the next bytes, head and all.
    [[nodiscard]] Progress take(std::string_view bytes, Instant at);
    /// Says that the connection is closed; says whether that is how the answer may end.
    void closed(Instant at);
    /// Says that it failed for a reason that its bytes do not tell.
    void fail_with(Failure failure, std::string why, Instant at);
    /// Says that it was left when its time was over. A stream that went well till then is bounded.
    void out_of_time(Instant at);

    /// Returns how it went, once it is over.
    [[nodiscard]] const Outcome& outcome() const { return outcome_; }
    [[nodiscard]] const http::Headers& headers() const { return head_.headers(); }
    /// Says whether a byte of it has come.
    [[nodiscard]] bool has_begun() const { return outcome_.head.has_value(); }

  private:
    enum class Framing { kChunked, kLength, kClose };

    [[nodiscard]] std::size_t take_head(std::string_view bytes, Instant at);
    void judge_head(Instant at);
    void take_body(std::string_view bytes, Instant at);
    void take_chunked(std::string_view bytes, Instant at);
    void take_payload(std::string_view payload, Instant at);
    void take_event(const sse::Event& event, Instant at);
    void take_first(const sse::Event& event, Instant at);
    void check_json(const sse::Event& event, Instant at);
    void finish(Instant at);
    [[nodiscard]] Progress progress() const;

    AnswerRules rules_;
    Recorder& recorder_;
    Outcome outcome_;
    std::unique_ptr<Inspector> inspector_;
    streaming::Head head_;
    std::string line_;  ///< of the head, as far as it has come
    std::uint64_t head_bytes_ = 0;
    Framing framing_ = Framing::kClose;
    std::uint64_t left_ = 0;  ///< bytes of a body of known length that are to come
    sse::ChunkedReader chunks_;
    sse::Decoder decoder_;
    std::optional<Instant> last_event_;
    std::uint64_t events_of_read_ = 0;
    double json_due_ = 0;
    bool is_over_ = false;
    bool closes_ = false;
};

}  // namespace plumbline::load
