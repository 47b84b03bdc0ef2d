#pragma once
// Reads the events from the bytes of a body, and reports every rule they violate.

#include "conformance/streaming/finding_collector.hpp"
#include "conformance/streaming/json_text_reader.hpp"
#include "conformance/streaming/part_reader.hpp"
#include "spec/http/content_coding.hpp"
#include "spec/json/json_fwd.hpp"
#include "spec/sse/chunked_reader.hpp"
#include "spec/sse/decoder.hpp"

#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace plumbline::streaming {

/// A received event.
struct ReceivedEvent {
    const sse::Event& event;
    const Json* data;                 ///< null if it is not JSON
    StreamPosition position;          ///< position of its first line
    Instant arrived_at;               ///< when its blank line arrived
    std::optional<Duration> retry{};  ///< the last one that was set
    std::string_view mode{};          ///< the stream mode to which it belongs, "" if to none
    const BodyPart* part = nullptr;   ///< that it is, null if it is none
};

/// Takes an event; returns whether it wants the next one.
using EventSink = std::function<bool(const ReceivedEvent&)>;

/// Reads body bytes, with or without the chunked coding. After malformed bytes it delivers no more
/// events. Not thread-safe: each stream has its own.
class EventReader {
  public:
    /// All arguments are borrowed.
    EventReader(WireTrace& trace, FindingCollector& findings)
        : trace_(trace),
          findings_(findings),
          decoder_({.on_warning = [this](const sse::StreamWarning& one) { note_remark(one); }}) {}
    EventReader(const EventReader&) = delete;
    EventReader& operator=(const EventReader&) = delete;

    /// Returns the data with the contract's names, nothing if it needs no translation; for targets
    /// that use other names.
    using EventRename =
        std::function<std::optional<Json>(std::string_view event, const Json& data)>;
    void set_rename(EventRename rename) { rename_ = std::move(rename); }

    /// Receives each event before anything is reported about it; its data, null if it is not JSON,
    /// has the contract's names.
    using EventObserver = std::function<void(const sse::Event& event, const Json* data)>;
    void set_observer(EventObserver observer) { observer_ = std::move(observer); }

    /// Tells which names an output of the run may have: a block with such a name and no data is an
    /// incomplete event; others keep a connection alive, and clients ignore them.
    void set_output_names(std::function<bool(std::string_view)> is_output_name) {
        is_output_name_ = std::move(is_output_name);
    }

    /// What the head says of the body.
    struct ContentFormat {
        bool is_chunked = false;
        bool is_stream = false;                 ///< otherwise the body is only stored
        std::optional<JsonSequence> texts{};    ///< of the items if they are not events
        std::string content_coding{};           ///< that is to be decoded, "" if none is
        std::optional<std::string> boundary{};  ///< of the items if they are parts
    };
    /// Called once, before the first bytes.
    void begin(const ContentFormat& format);
    /// Reads the next bytes and calls `on_event` for each event that they complete; once it returns
    /// false, the rest is ignored.
    void feed(std::string_view bytes, Instant at, const EventSink& on_event);
    /// Ends the input; `is_over`: at the end of the connection, not before it. Calls `on_event` for
    /// an item that the end completes.
    void finish(bool is_over, const EventSink& on_event);

    [[nodiscard]] std::uint64_t events() const { return events_; }
    /// Returns the stored part of the body, without its transfer coding.
    [[nodiscard]] std::string body() const { return payload_.text(); }

  private:
    struct WireSegment {
        std::uint64_t payload;
        std::uint64_t wire;
    };

    /// Removes the content coding, if there is one, and decodes the content.
    bool decode_content(std::string_view coded,
                        std::uint64_t wire_offset,
                        Instant at,
                        const EventSink& on_event);
    void note_coding(StreamRuleId rule, std::string got);
    bool decode(std::string_view payload,
                std::uint64_t wire_offset,
                Instant at,
                const EventSink& on_event);
    template <typename ItemReader>
    bool decode_items(ItemReader& reader,
                      std::string_view payload,
                      Instant at,
                      const EventSink& on_event);
    bool deliver_item(const JsonText& text, Instant at, const EventSink& on_event);
    bool deliver_item(const BodyPart& part, Instant at, const EventSink& on_event);
    void begin_parts(const std::string& boundary);
    void note_part_syntax();
    void note_too_large(const Error& reason, std::uint64_t payload_offset);
    /// `part` is null if the event is none.
    bool deliver(const sse::Event& event,
                 const BodyPart* part,
                 Instant at,
                 const EventSink& on_event);
    void note_framing();
    void note_remark(const sse::StreamWarning& remark);
    void note_bad_json(const sse::Event& event, const Error& reason);
    [[nodiscard]] StreamPosition position_of(std::uint64_t payload_offset,
                                             std::uint64_t event) const;

    WireTrace& trace_;
    FindingCollector& findings_;
    bool is_chunked_ = false;
    bool is_stream_ = false;
    bool is_unreadable_ = false;  ///< the input is malformed
    bool has_stopped_ = false;
    EventRename rename_;
    EventObserver observer_;
    std::function<bool(std::string_view)> is_output_name_ = [](std::string_view name) {
        return !name.empty();
    };
    sse::ChunkedReader chunks_;
    std::optional<http::ContentDecoder> content_decoder_;
    std::optional<JsonTextReader> texts_;
    std::optional<PartReader> parts_;
    Instant last_bytes_at_{};
    sse::Decoder decoder_;
    BoundedText payload_{0, 0};
    std::deque<WireSegment> segments_;
    std::uint64_t events_ = 0;
    std::size_t reported_violations_ = 0;
    std::uint64_t second_data_ = 0;  ///< offset of the latest second data line, 0 if there is none
};

}  // namespace plumbline::streaming
