#pragma once
// Checks the bytes of a message: the lines of a head, and the fields that frame the body.

#include "spec/http/message.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace plumbline::http {

/// Bytes of a message that HTTP/1.1 does not allow.
struct MessageViolation {
    std::string expected;
    std::string got;

    bool operator==(const MessageViolation&) const = default;
};
[[nodiscard]] std::string to_text(const MessageViolation& violation);

/// Returns whether a line, without its line end, is a field: a name, immediately followed by a
/// colon, without CR and NUL. It is not a folded line. Source: RFC 9112, section 5; RFC 9110,
/// section 5.5.
[[nodiscard]] bool is_field_line(std::string_view line);

/// Returns the status that a status line states, 0 if it states none.
[[nodiscard]] int read_status(std::string_view status_line);

/// Adds what is wrong with a line of a response's head, with its line end: the status line
/// (`is_first`), a field or the empty line. Of each kind only the first is added. Source: RFC 9112,
/// sections 2.2, 4 and 5.
void check_head_line(std::string_view line,
                     bool is_first,
                     std::vector<MessageViolation>& violations);

/// What the fields of a response say about the size of its body.
struct BodyFraming {
    std::vector<MessageViolation> violations{};
    bool is_chunked = false;
    /// No end of the body can be known: there is no coding, and Content-Length has several values
    /// or is no number of 63 bits.
    bool is_unknown = false;
};

/// Reads the fields of a response. `version` is that of the status line,
/// `HTTP/1.1`. Source: RFC 9110, section 8.6; RFC 9112, sections 6.1 to 6.3.
[[nodiscard]] BodyFraming read_body_framing(std::string_view version,
                                            int status,
                                            const Headers& headers);

/// Returns whether the connection ends after a response with these fields. Source: RFC 9112,
/// section 9.3.
[[nodiscard]] bool closes_connection(std::string_view version, const Headers& headers);

}  // namespace plumbline::http
