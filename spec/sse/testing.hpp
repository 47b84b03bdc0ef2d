#pragma once
// What the tests of this module share: decoding in pieces, and how things print.

#include "spec/base/testing.hpp"
#include "spec/sse/chunked_reader.hpp"
#include "spec/sse/decoder.hpp"
#include "spec/sse/reference.hpp"

#include <algorithm>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline::sse {

namespace reference {

inline void PrintTo(const Event& event, std::ostream* out) {
    *out << event.type << " id=" << event.id << ' ' << ::testing::PrintToString(event.data);
}

inline void PrintTo(const Outcome& outcome, std::ostream* out) {
    *out << ::testing::PrintToString(outcome.events) << " last id=" << outcome.last_event_id;
}

}  // namespace reference

inline void PrintTo(const Remark& remark, std::ostream* out) {
    *out << to_text(remark.kind) << '@' << remark.offset << ' ' << remark.text;
}

inline void PrintTo(const FramingViolation& violation, std::ostream* out) {
    *out << to_text(violation.rule) << '@' << violation.offset << ' ' << violation.text;
}

/// Cuts bytes into pieces of `size`, the last one shorter.
inline std::vector<std::string> pieces_of(std::string_view bytes, std::size_t size) {
    std::vector<std::string> pieces;
    for (std::size_t at = 0; at < bytes.size(); at += size)
        pieces.emplace_back(bytes.substr(at, size));
    return pieces;
}

/// Takes all events out of a decoder, with texts of their own.
inline Result<void> drain(Decoder& decoder, std::vector<reference::Event>& events) {
    while (true) {
        const auto event = decoder.next();
        if (!event) return fail(event.error());
        if (!*event) return {};
        const Event& one = **event;
        events.push_back({std::string(one.type), std::string(one.data), std::string(one.id)});
    }
}

/// Decodes pieces. Each lives in memory of its own that is gone when the next comes, so that a
/// sanitizer finds a text that was not kept.
inline Result<reference::Outcome> decode_pieces(const std::vector<std::string>& pieces,
                                                Decoder& decoder) {
    reference::Outcome outcome;
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

inline Result<reference::Outcome> decode_pieces(const std::vector<std::string>& pieces) {
    Decoder decoder;
    return decode_pieces(pieces, decoder);
}

/// What came out of a chunked body.
struct Dechunked {
    std::string payload;
    bool has_ended = false;
    std::uint64_t chunks = 0;
    std::vector<FramingViolation> violations;

    bool operator==(const Dechunked&) const = default;
};

inline void PrintTo(const Dechunked& one, std::ostream* out) {
    *out << ::testing::PrintToString(one.payload) << (one.has_ended ? " ended " : " open ")
         << one.chunks << ' ' << ::testing::PrintToString(one.violations);
}

/// Reads a chunked body in pieces, to the end of the connection.
inline Dechunked dechunk(const std::vector<std::string>& pieces) {
    ChunkedReader reader;
    Dechunked result;
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
