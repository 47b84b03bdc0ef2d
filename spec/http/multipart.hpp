#pragma once
// Bodies of type multipart/form-data.

#include "spec/http/message.hpp"

#include <string>
#include <vector>

namespace plumbline::http {

/// One field of a form.
struct FormPart {
    std::string name;
    std::string content_type;  ///< empty if not sent, which means plain text
    std::string body;
    Headers headers{};  ///< other headers, without CR and LF; not the two above

    bool operator==(const FormPart&) const = default;
};

/// A body and the boundary for its Content-Type.
struct Multipart {
    std::string boundary;  ///< letters, digits and `-`: needs no quotes
    std::string body;
};

/// Writes the parts one after the other; without parts it writes only the closing boundary. The
/// boundary is derived from the names, so that the same parts always result in the same bytes, and
/// it occurs in no part. In a name `"`, CR and LF are escaped as %22, %0D and %0A. Source: RFC
/// 7578; HTML, "Multipart form data"; RFC 2046, section 5.1.1.
[[nodiscard]] Multipart to_multipart(const std::vector<FormPart>& parts);

}  // namespace plumbline::http
