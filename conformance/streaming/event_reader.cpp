#include "conformance/streaming/event_reader.hpp"

#include "spec/json/parse.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace plumbline::streaming {
namespace {

constexpr std::size_t kFirstText = std::size_t{256} * 1024U;
constexpr std::size_t kLastText = std::size_t{64} * 1024U;
constexpr std::size_t kWholeAnswer = std::size_t{4} * 1024U * 1024U;  ///< that is no stream
constexpr std::size_t kMaxSegments = 4'096;

Rule rule_of(sse::FramingViolation::Rule rule) {
    using From = sse::FramingViolation::Rule;
    switch (rule) {
        case From::kChunkSize:
            return Rule::kChunkSize;
        case From::kSizeLineEnd:
            return Rule::kSizeLineEnd;
        case From::kChunkEnd:
            return Rule::kChunkEnd;
        case From::kTerminator:
            return Rule::kTerminator;
        case From::kTrailer:
            return Rule::kTrailer;
        case From::kAfterEnd:
            return Rule::kAfterEnd;
        case From::kTruncated:
            return Rule::kTruncated;
    }
    return Rule::kChunkSize;
}

/// Says whether the block that `lines` begin with has the field `event`; one of id or retry alone
/// is no event that went wrong.
bool names_event(std::string_view lines) {
    while (!lines.empty()) {
        const std::size_t end = std::min(lines.find_first_of("\r\n"), lines.size());
        if (end == 0) return false;
        const std::string_view line = lines.substr(0, end);
        if (line.substr(0, line.find(':')) == "event") return true;
        const bool is_crlf = lines.substr(end, 2) == "\r\n";
        lines.remove_prefix(std::min(lines.size(), end + (is_crlf ? 2 : 1)));
    }
    return false;
}

/// Says whether there is more than comments in lines.
bool has_field(std::string_view block) {
    bool begins_line = true;
    for (const char byte : block) {
        const bool is_end = byte == '\n' || byte == '\r';
        if (begins_line && !is_end && byte != ':') return true;
        begins_line = is_end;
    }
    return false;
}

bool is_cut(std::string_view json) {
    if (json.empty()) return false;
    const char first = json.front();
    const char last = json.back();
    return (first == '{' && last != '}') || (first == '[' && last != ']') ||
           (first == '"' && (json.size() == 1 || last != '"'));
}

}  // namespace

void EventReader::begin(bool is_chunked, bool is_stream) {
    is_chunked_ = is_chunked;
    is_stream_ = is_stream;
    payload_ = is_stream ? BoundedText(kFirstText, kLastText) : BoundedText(kWholeAnswer, 0);
}

void EventReader::take(std::string_view bytes,
                       Instant at,
                       const std::function<bool(const Seen&)>& on_event) {
    if (has_left_) return;
    const std::uint64_t offset = trace_.size();
    trace_.take(bytes, at);
    if (!is_chunked_) {
        decode(bytes, offset, at, on_event);
        return;
    }
    chunks_.feed(bytes);
    while (const auto piece = chunks_.next()) {
        if (!decode(piece->bytes, piece->offset, at, on_event)) break;
    }
    note_framing();
}

bool EventReader::decode(std::string_view payload,
                         std::uint64_t wire_offset,
                         Instant at,
                         const std::function<bool(const Seen&)>& on_event) {
    const std::uint64_t begin = payload_.size();
    payload_.take(payload);
    if (!is_stream_ || is_stuck_) return true;
    const bool goes_on = !segments_.empty() &&
                         segments_.back().wire - segments_.back().payload == wire_offset - begin;
    if (!goes_on) segments_.push_back({begin, wire_offset});
    if (segments_.size() > kMaxSegments) segments_.pop_front();
    decoder_.feed(payload);
    while (true) {
        const auto event = decoder_.next();
        note_remarks();
        if (!event) {
            is_stuck_ = true;
            breaches_.add(Rule::kTooLarge, {.got = event.error().message, .spot = spot_of(begin)});
            return true;
        }
        if (!*event) return true;
        has_left_ = !give(**event, at, on_event);
        if (has_left_) return false;
    }
}

bool EventReader::give(const sse::Event& event,
                       Instant at,
                       const std::function<bool(const Seen&)>& on_event) {
    ++events_;
    breaches_.looked_at("json");
    auto data = parse_json(event.data, "data");
    if (!data) note_bad_json(event, data.error());
    if (data && rename_) {
        if (auto ours = rename_(event.type, *data)) *data = std::move(*ours);
    }
    Spot spot = spot_of(event.offset);
    spot.event = events_;
    return on_event({event, data ? &*data : nullptr, spot, at, decoder_.retry()});
}

void EventReader::note_bad_json(const sse::Event& event, const Error& why) {
    Spot spot = spot_of(event.offset);
    spot.event = events_;
    const bool is_merged = second_data_ > event.offset && second_data_ < event.end;
    const Rule rule = is_merged            ? Rule::kSeparation
                      : is_cut(event.data) ? Rule::kJsonCut
                                           : Rule::kJson;
    breaches_.add(rule, {.got = why.message, .spot = spot});
}

void EventReader::note_framing() {
    const auto& violations = chunks_.violations();
    for (; told_violations_ < violations.size(); ++told_violations_) {
        const sse::FramingViolation& one = violations[told_violations_];
        breaches_.add(rule_of(one.rule), {.got = one.text, .spot = Spot{one.offset, events_}});
    }
}

void EventReader::note_remarks() {
    const auto& remarks = decoder_.remarks();
    for (; told_remarks_ < remarks.size(); ++told_remarks_) note_remark(remarks[told_remarks_]);
}

void EventReader::note_remark(const sse::Remark& remark) {
    using Kind = sse::Remark::Kind;
    const auto note = [&](Rule rule, std::string_view what) {
        std::string got(what);
        if (!remark.text.empty()) got += ": " + remark.text;
        Spot spot = spot_of(remark.offset);
        spot.event = events_ + 1;
        breaches_.add(rule, {.got = std::move(got), .spot = spot});
    };
    switch (remark.kind) {
        case Kind::kBom:
            return note(Rule::kBom, "a byte order mark");
        case Kind::kBadUtf8:
            return note(Rule::kUtf8, "bytes that are no UTF-8");
        case Kind::kUnknownField:
            return note(Rule::kFields, "another field");
        case Kind::kBadId:
            return note(Rule::kFields, "an id with NUL");
        case Kind::kBadRetry:
            return note(Rule::kFields, "a retry that is no number");
        case Kind::kSecondData:
            // Fine, if the lines make one JSON value.
            second_data_ = remark.offset;
            return;
        case Kind::kNoData:
            if (names_event(payload_.between(remark.offset, payload_.size())))
                note(Rule::kEventAndData, "an event without data");
            return;
        case Kind::kExtraBlank:
            return note(Rule::kSeparation, "a second blank line");
        case Kind::kUnfinished:
            if (!has_field(payload_.between(remark.offset, payload_.size()))) return;
            return note(Rule::kLastEvent, "an end within an event, which is lost");
    }
}

void EventReader::finish(bool is_over) {
    if (is_over && is_chunked_ && !has_left_) {
        chunks_.finish();
        note_framing();
    }
    if (!is_over || !is_stream_ || is_stuck_ || has_left_) return;
    decoder_.finish();
    note_remarks();
}

Spot EventReader::spot_of(std::uint64_t payload_offset) const {
    const auto behind = std::find_if(segments_.rbegin(), segments_.rend(), [&](const Segment& one) {
        return one.payload <= payload_offset;
    });
    if (behind == segments_.rend()) return {payload_offset, 0};
    return {behind->wire + (payload_offset - behind->payload), 0};
}

}  // namespace plumbline::streaming
