#pragma once
// What the relative URLs of a document are relative to.

#include "spec/json/document.hpp"

#include <string>

namespace plumbline::workflow {

/// Returns the file that relative URLs of the document stand beside: its `$self`, itself relative
/// to the file, or the file where `$self` is not given or is no file (`https://...`).
/// Source: Arazzo 1.1, "Relative References in URLs".
[[nodiscard]] std::string base_file(const Document& document);

/// Returns a `$self` that is no file: then it is the document's name and no more. "" if none.
[[nodiscard]] std::string self_url(const Document& document);

/// Returns `url` as seen from the URL `base`: `https://a/b/c` and `../d` are `https://a/d`.
[[nodiscard]] std::string beside_url(const std::string& base, const std::string& url);

/// Says whether the text begins with a scheme such as `https:`.
[[nodiscard]] bool has_scheme(const std::string& url);

}  // namespace plumbline::workflow
