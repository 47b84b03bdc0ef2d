#pragma once
// Forms of parts: bodies of type multipart/form-data.

#include "spec/http/message.hpp"

#include <string>
#include <vector>

namespace plumbline::http {

/// One field of a form.
struct FormPart {
    std::string name;
    std::string content_type;  ///< "": none is said, which means plain text
    std::string body;
    Headers headers{};  ///< further ones, without CR and LF; of the two above none

    bool operator==(const FormPart&) const = default;
};

/// A body and the boundary that its Content-Type has to name.
struct Multipart {
    std::string boundary;  ///< letters, digits and `-`: needs no quotes
    std::string body;
};

/// Writes parts one after the other; no parts give the closing boundary alone. The boundary
/// follows from the names, so that the same parts give the same bytes, and occurs in no part.
/// In a name `"`, CR and LF are escaped as %22, %0D and %0A.
/// Source: RFC 7578; HTML, "Multipart form data"; RFC 2046, section 5.1.1.
[[nodiscard]] Multipart to_multipart(const std::vector<FormPart>& parts);

}  // namespace plumbline::http
