#pragma once
// A decoder that follows the standard literally over a whole input: slow, used to verify the real
// one. For tests and fuzzing only.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline::sse::reference {

/// An event that owns its texts.
struct ReferenceEvent {
    std::string type;
    std::string data;
    std::string id;

    bool operator==(const ReferenceEvent&) const = default;
};

/// A client's state after the end of the stream.
struct ReferenceResult {
    std::vector<ReferenceEvent> events;
    std::string last_event_id;

    bool operator==(const ReferenceResult&) const = default;
};

/// The decoder of the Encoding standard, one byte at a time.
inline std::string decode_utf8(std::string_view bytes) {
    std::string text;
    std::string sequence;
    std::size_t needed = 0;
    unsigned lower = 0x80;
    unsigned upper = 0xBF;
    for (std::size_t i = 0; i < bytes.size();) {
        const auto byte = static_cast<unsigned char>(bytes[i]);
        if (needed == 0) {
            ++i;
            if (byte < 0x80) {
                text += static_cast<char>(byte);
                continue;
            }
            if (byte == 0xE0) lower = 0xA0;
            if (byte == 0xED) upper = 0x9F;
            if (byte == 0xF0) lower = 0x90;
            if (byte == 0xF4) upper = 0x8F;
            if (byte >= 0xC2 && byte <= 0xDF) needed = 1;
            if (byte >= 0xE0 && byte <= 0xEF) needed = 2;
            if (byte >= 0xF0 && byte <= 0xF4) needed = 3;
            sequence = static_cast<char>(byte);
            if (needed == 0) text += "\xEF\xBF\xBD";
            continue;
        }
        const bool fits = byte >= lower && byte <= upper;
        lower = 0x80;
        upper = 0xBF;
        if (!fits) {
            needed = 0;
            text += "\xEF\xBF\xBD";
            continue;
        }
        ++i;
        sequence += static_cast<char>(byte);
        if (--needed == 0) text += sequence;
    }
    if (needed > 0) text += "\xEF\xBF\xBD";
    return text;
}

/// Splits into lines; text after the last line end is not a line.
inline std::vector<std::string> lines_of(std::string_view text) {
    std::vector<std::string> lines;
    std::string line;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '\r' && text[i] != '\n') {
            line += text[i];
            continue;
        }
        if (text[i] == '\r' && i + 1 < text.size() && text[i + 1] == '\n') ++i;
        lines.push_back(line);
        line.clear();
    }
    return lines;
}

inline ReferenceResult decode(std::string_view bytes) {
    std::string text = decode_utf8(bytes);
    if (text.substr(0, 3) == "\xEF\xBB\xBF") text = text.substr(3);
    ReferenceResult outcome;
    std::string id;
    std::string type;
    std::string data;
    for (const std::string& line : lines_of(text)) {
        if (line.empty()) {
            outcome.last_event_id = id;
            if (!data.empty()) {
                data.pop_back();
                outcome.events.push_back({type.empty() ? "message" : type, data, id});
            }
            type = data = "";
            continue;
        }
        const std::size_t colon = line.find(':');
        const std::string field = line.substr(0, colon);
        std::string value = colon == std::string::npos ? "" : line.substr(colon + 1);
        if (!value.empty() && value[0] == ' ') value = value.substr(1);
        if (field == "event") type = value;
        if (field == "data") data += value + '\n';
        if (field == "id" && value.find('\0') == std::string::npos) id = value;
    }
    return outcome;
}

}  // namespace plumbline::sse::reference
