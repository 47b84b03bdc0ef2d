#pragma once
// The base of the relative URLs of a document.

#include "spec/json/document.hpp"

#include <string>

namespace plumbline::workflow {

/// Returns the file that relative URLs of the document are relative to: its `$self`, which is
/// relative to the file, or the file itself if `$self` is missing or is not a file (`https://...`).
/// Source: Arazzo 1.1, "Relative References in URLs".
[[nodiscard]] std::string base_file(const Document& document);

/// Returns a `$self` that is not a file: it then only names the document. "" if there is none.
[[nodiscard]] std::string self_url(const Document& document);

/// Returns `url` resolved against the URL `base`: `https://a/b/c` and `../d` give `https://a/d`.
[[nodiscard]] std::string resolve_url(const std::string& base, const std::string& url);

/// Returns whether the text begins with a scheme such as `https:`.
[[nodiscard]] bool has_scheme(const std::string& url);

}  // namespace plumbline::workflow
