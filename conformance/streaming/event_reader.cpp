#include "conformance/streaming/event_reader.hpp"

#include "spec/base/text.hpp"
#include "spec/json/parse.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>

namespace plumbline::streaming {
namespace {

constexpr std::size_t kMaxHeadText = std::size_t{256} * 1024U;
constexpr std::size_t kMaxTailText = std::size_t{64} * 1024U;
/// if it is not an event stream
constexpr std::size_t kMaxOtherBody = std::size_t{4} * 1024U * 1024U;
constexpr std::size_t kMaxSegments = 4'096;
/// Of a block without data: enough for its name. Streams may have many of them in each read.
constexpr std::size_t kMaxNameLines = 512;

/// In the order of the enumerators of FramingRule.
constexpr std::array kFramingRules{StreamRuleId::kChunkSize,
                                   StreamRuleId::kSizeLineEnd,
                                   StreamRuleId::kChunkEnd,
                                   StreamRuleId::kTerminator,
                                   StreamRuleId::kTrailer,
                                   StreamRuleId::kAfterEnd,
                                   StreamRuleId::kTruncated};

/// Returns the name in the block at the beginning of `lines`, "" without one: a block with only id
/// or retry is not an incomplete event.
std::string_view event_name_of(std::string_view lines) {
    while (!lines.empty()) {
        const std::size_t end = std::min(lines.find_first_of("\r\n"), lines.size());
        if (end == 0) return "";
        const std::string_view line = lines.substr(0, end);
        const std::size_t colon = std::min(line.find(':'), line.size());
        if (line.substr(0, colon) == "event") return trimmed(line.substr(std::min(colon + 1, end)));
        const bool is_crlf = lines.substr(end, 2) == "\r\n";
        lines.remove_prefix(std::min(lines.size(), end + (is_crlf ? 2 : 1)));
    }
    return "";
}

/// Returns whether lines contain more than comments.
bool has_field(std::string_view block) {
    bool begins_line = true;
    for (const char byte : block) {
        const bool is_end = byte == '\n' || byte == '\r';
        if (begins_line && !is_end && byte != ':') return true;
        begins_line = is_end;
    }
    return false;
}

bool is_truncated(std::string_view json) {
    if (json.empty()) return false;
    const char first = json.front();
    const char last = json.back();
    return (first == '{' && last != '}') || (first == '[' && last != ']') ||
           (first == '"' && (json.size() == 1 || last != '"'));
}

}  // namespace

void EventReader::begin(const ContentFormat& format) {
    is_chunked_ = format.is_chunked;
    is_stream_ = format.is_stream;
    if (format.texts) texts_.emplace(*format.texts);
    payload_ = is_stream_ ? BoundedText(kMaxHeadText, kMaxTailText) : BoundedText(kMaxOtherBody, 0);
    if (format.boundary && is_stream_) begin_parts(*format.boundary);
    if (format.content_coding.empty()) return;
    if (http::ContentDecoder::can_decode(format.content_coding)) {
        content_decoder_.emplace(format.content_coding);
    } else {
        note_coding(StreamRuleId::kUnreadCoding, "Content-Encoding " + format.content_coding);
    }
}

void EventReader::begin_parts(const std::string& boundary) {
    std::string problem = PartReader::boundary_problem(boundary);
    if (!problem.empty())
        findings_.add(StreamRuleId::kPartBoundary,
                      {.got = std::move(problem), .position = StreamPosition{}});
    is_unreadable_ = boundary.empty();
    if (!is_unreadable_) parts_.emplace(boundary);
}

void EventReader::note_coding(StreamRuleId rule, std::string got) {
    is_unreadable_ = true;
    content_decoder_.reset();
    if (is_stream_)
        findings_.add(rule,
                      {.got = std::move(got), .position = StreamPosition{trace_.size(), events_}});
}

void EventReader::feed(std::string_view bytes, Instant at, const EventSink& on_event) {
    if (has_stopped_) return;
    const std::uint64_t offset = trace_.size();
    trace_.append(bytes, at);
    last_bytes_at_ = at;
    if (!is_chunked_) {
        decode_content(bytes, offset, at, on_event);
        return;
    }
    chunks_.feed(bytes);
    while (const auto piece = chunks_.next()) {
        if (!decode_content(piece->bytes, piece->offset, at, on_event)) break;
    }
    note_framing();
}

bool EventReader::decode_content(std::string_view coded,
                                 std::uint64_t wire_offset,
                                 Instant at,
                                 const EventSink& on_event) {
    if (!content_decoder_) return decode(coded, wire_offset, at, on_event);
    content_decoder_->feed(coded);
    while (true) {
        const auto part = content_decoder_->next();
        if (!part) note_coding(StreamRuleId::kBadCoding, part.error().message);
        if (!part || !*part) return true;
        if (!decode(**part, wire_offset, at, on_event)) return false;
    }
}

bool EventReader::decode(std::string_view payload,
                         std::uint64_t wire_offset,
                         Instant at,
                         const EventSink& on_event) {
    const std::uint64_t begin = payload_.size();
    payload_.append(payload);
    if (!is_stream_ || is_unreadable_) return true;
    const bool continues = !segments_.empty() &&
                           segments_.back().wire - segments_.back().payload == wire_offset - begin;
    if (!continues) segments_.push_back({begin, wire_offset});
    if (segments_.size() > kMaxSegments) segments_.pop_front();
    if (texts_) return decode_items(*texts_, payload, at, on_event);
    if (parts_) return decode_items(*parts_, payload, at, on_event);
    decoder_.feed(payload);
    while (true) {
        const auto event = decoder_.next();
        if (!event) {
            note_too_large(event.error(), begin);
            return true;
        }
        if (!*event) return true;
        has_stopped_ = !deliver(**event, nullptr, at, on_event);
        if (has_stopped_) return false;
    }
}

template <typename ItemReader>
bool EventReader::decode_items(ItemReader& reader,
                               std::string_view payload,
                               Instant at,
                               const EventSink& on_event) {
    reader.feed(payload);
    while (true) {
        const auto item = reader.next();
        note_part_syntax();
        if (!item) note_too_large(item.error(), payload_.size());
        if (!item || !*item) return true;
        has_stopped_ = !deliver_item(**item, at, on_event);
        if (has_stopped_) return false;
    }
}

bool EventReader::deliver_item(const JsonText& text, Instant at, const EventSink& on_event) {
    if (!text.has_separator)
        findings_.add(StreamRuleId::kItemJson,
                      {.got = "a text that does not follow a record separator",
                       .position = position_of(text.offset, events_ + 1)});
    const sse::Event item{.type = "", .data = text.text, .offset = text.offset, .end = text.end};
    return deliver(item, nullptr, at, on_event);
}

bool EventReader::deliver_item(const BodyPart& part, Instant at, const EventSink& on_event) {
    const sse::Event item{.type = "", .data = part.body, .offset = part.offset, .end = part.end};
    return deliver(item, &part, at, on_event);
}

void EventReader::note_part_syntax() {
    if (!parts_) return;
    for (PartViolation& one : parts_->take_violations())
        findings_.add(
            one.rule,
            {.got = std::move(one.text), .position = position_of(one.offset, events_ + 1)});
}

void EventReader::note_too_large(const Error& reason, std::uint64_t payload_offset) {
    is_unreadable_ = true;
    findings_.add(StreamRuleId::kTooLarge,
                  {.got = reason.message, .position = position_of(payload_offset, 0)});
}

bool EventReader::deliver(const sse::Event& event,
                          const BodyPart* part,
                          Instant at,
                          const EventSink& on_event) {
    if (++events_ == 1) {
        for (const char* word : {"type", "framing", "json"}) findings_.mark_checked(word);
    }
    const std::string unread = part ? part->unread_reason() : "";
    auto data = unread.empty() ? parse_foreign_json(event.data, "data")
                               : Result<Json>(fail(ErrorCode::kUnsupported, unread));
    if (data && rename_) {
        if (auto renamed = rename_(event.type, *data)) *data = std::move(*renamed);
    }
    if (observer_) observer_(event, data ? &*data : nullptr);
    if (!data) note_bad_json(event, data.error());
    const StreamPosition position = position_of(event.offset, events_);
    return on_event({event, data ? &*data : nullptr, position, at, decoder_.retry(), {}, part});
}

void EventReader::note_bad_json(const sse::Event& event, const Error& reason) {
    // Two events without a blank line between them have one value each.
    const auto lines = split(event.data, '\n');
    const bool is_merged = second_data_ > event.offset && second_data_ < event.end &&
                           std::ranges::all_of(lines, [](std::string_view line) {
                               return parse_foreign_json(line).has_value();
                           });
    const StreamRuleId rule = is_merged                  ? StreamRuleId::kSeparation
                              : is_truncated(event.data) ? StreamRuleId::kJsonCut
                                                         : StreamRuleId::kJson;
    findings_.add(rule, {.got = reason.message, .position = position_of(event.offset, events_)});
}

void EventReader::note_framing() {
    const auto& violations = chunks_.violations();
    while (reported_violations_ < violations.size()) {
        const sse::FramingViolation& one = violations[reported_violations_++];
        findings_.add(kFramingRules.at(static_cast<std::size_t>(one.rule)),
                      {.got = one.text, .position = StreamPosition{one.offset, events_}});
    }
}

void EventReader::note_remark(const sse::StreamWarning& remark) {
    using RemarkKind = sse::StreamWarning::StreamWarningType;
    const auto note = [&](StreamRuleId rule, std::string_view what) {
        std::string got(what);
        if (!remark.text.empty()) got += ": " + remark.text;
        findings_.add(rule,
                      {.got = std::move(got), .position = position_of(remark.offset, events_ + 1)});
    };
    switch (remark.type) {
        case RemarkKind::kBom:         // allowed at the start
        case RemarkKind::kExtraBlank:  // clients ignore an event without lines
            return;
        case RemarkKind::kBadUtf8:
            return note(StreamRuleId::kUtf8, "bytes that are not UTF-8");
        case RemarkKind::kUnknownField:
            return note(StreamRuleId::kFields, "an unknown field");
        case RemarkKind::kBadId:
            return note(StreamRuleId::kFields, "an id with NUL");
        case RemarkKind::kBadRetry:
            return note(StreamRuleId::kFields, "a retry that is not a number");
        case RemarkKind::kSecondData:
            // Valid if the lines form one JSON value.
            second_data_ = remark.offset;
            return;
        case RemarkKind::kNoData:
            if (is_output_name_(
                    event_name_of(payload_.between(remark.offset, remark.offset + kMaxNameLines))))
                note(StreamRuleId::kEventAndData, "an event without data");
            return;
        case RemarkKind::kUnfinished:
            if (!has_field(payload_.between(remark.offset, payload_.size()))) return;
            return note(StreamRuleId::kLastEvent,
                        "the end of the stream within an event, which is lost");
    }
}

void EventReader::finish(bool is_over, const EventSink& on_event) {
    if (is_over && is_chunked_ && !has_stopped_) {
        chunks_.finish();
        note_framing();
    }
    if (!is_over || !is_stream_ || is_unreadable_ || has_stopped_) return;
    if (content_decoder_ && !content_decoder_->has_ended() && trace_.size() > 0)
        note_coding(StreamRuleId::kBadCoding, "the end of the stream within it");
    if (texts_) {
        if (const auto text = texts_->finish()) deliver_item(*text, last_bytes_at_, on_event);
        return;
    }
    if (parts_) {
        parts_->finish();
        return note_part_syntax();
    }
    decoder_.finish();
}

StreamPosition EventReader::position_of(std::uint64_t payload_offset, std::uint64_t event) const {
    const auto segment =
        std::find_if(segments_.rbegin(), segments_.rend(), [&](const WireSegment& one) {
            return one.payload <= payload_offset;
        });
    if (segment == segments_.rend()) return {payload_offset, event};
    // Coded content has other offsets: its position is that of the bytes that it was decoded from.
    if (content_decoder_) return {segment->wire, event};
    return {segment->wire + (payload_offset - segment->payload), event};
}

}  // namespace plumbline::streaming
