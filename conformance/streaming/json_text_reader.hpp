#pragma once
// Splits a sequence of JSON texts into the texts.

#include "spec/base/result.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace plumbline::streaming {

/// How JSON texts follow each other.
enum class JsonSequence {
    kLines,    ///< one text a line: JSON Lines, NDJSON
    kRecords,  ///< a record separator before each text, LF after it: RFC 7464
};

/// A text without the white space around it. Its bytes are borrowed from the reader.
struct JsonText {
    std::string_view text;
    std::uint64_t offset = 0;    ///< offset of its first byte in the sequence
    std::uint64_t end = 0;       ///< offset of the byte after the one that ends it
    bool has_separator = false;  ///< it follows a record separator, or is a line
};

/// The texts do not depend on how the bytes are split. A record ends with a line feed after a
/// complete value, so that it need not wait for the next one. Not thread-safe: each sequence has
/// its own.
class JsonTextReader {
  public:
    explicit JsonTextReader(JsonSequence kind)
        : kind_(kind), has_separator_(kind == JsonSequence::kLines) {}

    /// Passes the next bytes, borrowed until `next` returns nullopt.
    void feed(std::string_view bytes);
    /// Returns the next text, valid until the next call, or nullopt after the last byte. Errors:
    /// kLimit (a text that is too large); the reader is unusable then.
    [[nodiscard]] Result<std::optional<JsonText>> next();
    /// Returns the text that no line feed has ended, at the end of the sequence.
    [[nodiscard]] std::optional<JsonText> finish();

  private:
    [[nodiscard]] std::size_t find_end();
    [[nodiscard]] bool ends_text(char byte);
    [[nodiscard]] std::optional<JsonText> take_text();

    JsonSequence kind_;
    std::string_view bytes_;
    std::size_t at_ = 0;
    std::uint64_t base_ = 0;  ///< offset of bytes_ in the sequence
    std::string open_;        ///< the beginning of the next text
    std::uint64_t open_offset_ = 0;
    std::string text_;  ///< the last text that was returned
    bool has_separator_;
    int depth_ = 0;             ///< of arrays and objects in the open text
    bool has_content_ = false;  ///< the open text has more than white space
    bool is_in_string_ = false;
    bool is_escaped_ = false;
};

}  // namespace plumbline::streaming
