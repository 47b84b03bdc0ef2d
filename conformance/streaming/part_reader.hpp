#pragma once
// Splits a multipart body into its parts.

#include "conformance/streaming/rules.hpp"
#include "spec/base/result.hpp"
#include "spec/http/message.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace plumbline::streaming {

/// A part of a multipart body. Its body is borrowed from the reader.
struct BodyPart {
    http::Headers headers;
    std::string_view body;
    std::uint64_t offset = 0;  ///< offset of its first byte in the multipart body
    std::uint64_t end = 0;     ///< offset of the byte after the delimiter line that ends it

    /// Returns its Content-Type, or the default of a part that has none.
    [[nodiscard]] std::string content_type() const;
    /// Returns why its body cannot be read as JSON, e.g. `Content-Type image/png`; "" if it can.
    [[nodiscard]] std::string unread_reason() const;
};

/// What a multipart body has that its syntax does not allow.
struct PartViolation {
    StreamRuleId rule;
    std::uint64_t offset = 0;  ///< offset in the multipart body
    std::string text;
};

/// The parts do not depend on how the bytes are split. A part ends with the delimiter line after
/// it, so memory grows with one part and not with the body. A body without parts is accepted: an
/// empty sequence has no other form. A delimiter line after a bare line feed is one, as most
/// clients read it. Not thread-safe: each body has its own. Source: RFC 2046, section 5.1.1.
class PartReader {
  public:
    /// `boundary` is not empty.
    explicit PartReader(std::string_view boundary) : delimiter_("--" + std::string(boundary)) {}

    /// Returns why a boundary has no valid form; "" if it has.
    [[nodiscard]] static std::string boundary_problem(std::string_view boundary);

    /// Passes the next bytes, borrowed until `next` returns nullopt.
    void feed(std::string_view bytes);
    /// Returns the next part, valid until the next call, or nullopt after the last byte. Errors:
    /// kLimit (a part that is too large); the reader is unusable then.
    [[nodiscard]] Result<std::optional<BodyPart>> next();
    /// Ends the body: a part that no delimiter line has ended is lost.
    void finish();
    /// Returns the violations since the last call.
    [[nodiscard]] std::vector<PartViolation> take_violations() {
        return std::exchange(violations_, {});
    }

  private:
    enum class PartState { kPreamble, kHeaders, kBody, kCloseLine, kEpilogue };

    [[nodiscard]] Result<void> check_size() const;
    /// Takes the open line, which may still grow if it has no line feed.
    [[nodiscard]] std::optional<BodyPart> take_line(bool has_end);
    [[nodiscard]] std::optional<BodyPart> take_delimiter(bool is_close, bool has_end);
    void take_other_line();
    void take_header_line(std::string_view line);
    void take_close_line(bool has_end);
    [[nodiscard]] BodyPart end_part();
    void take_field();
    void begin_part();
    void add_violation(StreamRuleId rule, std::string text);

    std::string delimiter_;
    PartState state_ = PartState::kPreamble;
    std::string_view bytes_;
    std::size_t at_ = 0;
    std::uint64_t base_ = 0;  ///< offset of bytes_ in the body
    std::string text_;        ///< the open line; within a body, all of it
    std::size_t line_ = 0;    ///< position of the open line in text_
    std::uint64_t line_offset_ = 0;
    bool follows_bare_feed_ = false;  ///< the line before the open one has no carriage return
    std::string field_;               ///< the open header field, unfolded
    std::size_t header_bytes_ = 0;
    std::uint64_t part_offset_ = 0;
    std::uint64_t part_count_ = 0;
    http::Headers headers_;
    std::string part_text_;  ///< the body of the last part that was returned
    std::vector<PartViolation> violations_;
};

}  // namespace plumbline::streaming
