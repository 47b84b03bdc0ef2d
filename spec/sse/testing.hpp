#pragma once
// Shared by the tests of this module: decoding in pieces, and printing.

#include "spec/base/testing.hpp"
#include "spec/sse/chunked_reader.hpp"
#include "spec/sse/decoder.hpp"
#include "spec/sse/reference_decoder.hpp"

#include <algorithm>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline::sse {

namespace reference {

inline void PrintTo(const ReferenceEvent& event, std::ostream* out) {
    *out << event.type << " id=" << event.id << ' ' << ::testing::PrintToString(event.data);
}

inline void PrintTo(const ReferenceResult& outcome, std::ostream* out) {
    *out << ::testing::PrintToString(outcome.events) << " last id=" << outcome.last_event_id;
}

}  // namespace reference

inline void PrintTo(const StreamWarning& remark, std::ostream* out) {
    *out << to_text(remark.type) << '@' << remark.offset << ' ' << remark.text;
}

inline void PrintTo(const FramingViolation& violation, std::ostream* out) {
    *out << to_text(violation.rule) << '@' << violation.offset << ' ' << violation.text;
}

/// Splits bytes into pieces of `size`; the last one may be shorter.
inline std::vector<std::string> split_bytes(std::string_view bytes, std::size_t size) {
    std::vector<std::string> pieces;
    for (std::size_t at = 0; at < bytes.size(); at += size)
        pieces.emplace_back(bytes.substr(at, size));
    return pieces;
}

/// Reads all events from a decoder, with their own texts.
inline Result<void> drain(Decoder& decoder, std::vector<reference::ReferenceEvent>& events) {
    while (true) {
        const auto event = decoder.next();
        if (!event) return fail(event.error());
        if (!*event) return {};
        const Event& one = **event;
        events.push_back({std::string(one.type), std::string(one.data), std::string(one.id)});
    }
}

/// Decodes pieces. Each lives in memory that is freed before the next one, so that a sanitizer
/// detects a text that was not copied.
inline Result<reference::ReferenceResult> decode_pieces(const std::vector<std::string>& pieces,
                                                        Decoder& decoder) {
    reference::ReferenceResult outcome;
    for (const std::string& piece : pieces) {
        const std::vector<char> bytes(piece.begin(), piece.end());
        decoder.feed({bytes.data(), bytes.size()});
        auto drained = drain(decoder, outcome.events);
        if (!drained) return fail(drained.error());
    }
    decoder.finish();
    outcome.last_event_id = decoder.last_event_id();
    return outcome;
}

inline Result<reference::ReferenceResult> decode_pieces(const std::vector<std::string>& pieces) {
    Decoder decoder;
    return decode_pieces(pieces, decoder);
}

/// The result of reading a chunked body.
struct DechunkResult {
    std::string payload;
    bool has_ended = false;
    std::uint64_t chunks = 0;
    std::vector<FramingViolation> violations;

    bool operator==(const DechunkResult&) const = default;
};

inline void PrintTo(const DechunkResult& one, std::ostream* out) {
    *out << ::testing::PrintToString(one.payload) << (one.has_ended ? " ended " : " open ")
         << one.chunks << ' ' << ::testing::PrintToString(one.violations);
}

/// Reads a chunked body in pieces, to the end of the connection.
inline DechunkResult dechunk(const std::vector<std::string>& pieces) {
    ChunkedReader reader;
    DechunkResult result;
    for (const std::string& piece : pieces) {
        const std::vector<char> bytes(piece.begin(), piece.end());
        reader.feed({bytes.data(), bytes.size()});
        while (const auto part = reader.next()) result.payload += part->bytes;
    }
    reader.finish();
    result.has_ended = reader.has_ended();
    result.chunks = reader.chunk_count();
    result.violations = reader.violations();
    return result;
}

}  // namespace plumbline::sse
