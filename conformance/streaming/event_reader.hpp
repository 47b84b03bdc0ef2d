#pragma once
// The way from the bytes of a body to its events, with all that is wrong on it.

#include "conformance/streaming/breaches.hpp"
#include "spec/json/json_fwd.hpp"
#include "spec/sse/chunked_reader.hpp"
#include "spec/sse/decoder.hpp"

#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace plumbline::streaming {

/// An event as it came.
struct Seen {
    const sse::Event& event;
    const Json* data;                 ///< null: it is no JSON
    Spot spot;                        ///< of its first line
    Instant at;                       ///< when its blank line came
    std::optional<Duration> retry{};  ///< the last that was set
};

/// Reads body bytes, in the chunked coding or not. After bytes that nobody can read it gives no
/// more events. Thread: none of its own.
class EventReader {
  public:
    /// All are borrowed.
    EventReader(Trace& trace, Breaches& breaches) : trace_(trace), breaches_(breaches) {}

    /// Gives data in our names for those of the wire, nothing where they are the same; for targets
    /// with names of their own.
    using Rename = std::function<std::optional<Json>(std::string_view event, const Json& data)>;
    void set_rename(Rename rename) { rename_ = std::move(rename); }

    /// To be called once, before the first bytes. What is no stream of events is only kept.
    void begin(bool is_chunked, bool is_stream);
    /// Takes the next bytes and calls `on_event` for each event that they bring to its end; once it
    /// returns false, the rest is not read.
    void take(std::string_view bytes, Instant at, const std::function<bool(const Seen&)>& on_event);
    /// Says that nothing more will come: with the end of the connection, or before it.
    void finish(bool is_over);

    [[nodiscard]] std::uint64_t events() const { return events_; }
    /// Says whether the last chunk has come, where there are chunks.
    [[nodiscard]] bool is_terminated() const { return is_chunked_ && chunks_.has_ended(); }
    /// Returns the body without its transfer coding, as far as it is kept.
    [[nodiscard]] std::string body() const { return payload_.text(); }

  private:
    struct Segment {
        std::uint64_t payload;
        std::uint64_t wire;
    };

    bool decode(std::string_view payload,
                std::uint64_t wire_offset,
                Instant at,
                const std::function<bool(const Seen&)>& on_event);
    bool give(const sse::Event& event,
              Instant at,
              const std::function<bool(const Seen&)>& on_event);
    void note_framing();
    void note_remarks();
    void note_remark(const sse::Remark& remark);
    void note_bad_json(const sse::Event& event, const Error& why);
    [[nodiscard]] Spot spot_of(std::uint64_t payload_offset) const;

    Trace& trace_;
    Breaches& breaches_;
    bool is_chunked_ = false;
    bool is_stream_ = false;
    bool is_stuck_ = false;  ///< what comes cannot be read
    bool has_left_ = false;
    Rename rename_;
    sse::ChunkedReader chunks_;
    sse::Decoder decoder_{{.remarks = true}};
    BoundedText payload_{0, 0};
    std::deque<Segment> segments_;
    std::uint64_t events_ = 0;
    std::size_t told_violations_ = 0;
    std::size_t told_remarks_ = 0;
    std::uint64_t second_data_ = 0;  ///< offset of the latest second data line, 0: none
};

}  // namespace plumbline::streaming
