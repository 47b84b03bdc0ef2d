#pragma once
// OpenAPI descriptions over several files.

#include "spec/json/document.hpp"

#include <cstddef>
#include <functional>
#include <string>

namespace plumbline {

/// How many files a description may have besides its first.
inline constexpr std::size_t kMaxLinkedFiles = 2000;

/// Reads the file at a path; load_foreign_document, but for tests.
using FileReader = std::function<Result<Document>(const std::string& path)>;

/// Returns the document with every file that its `$ref`s lead to, and theirs, in it (kLinkedFiles),
/// and all such references as pointers to there. Paths are relative to the file that the reference
/// stands in. Places stay those of the files. A file that cannot be read, is one too many or has an
/// address (`https://...`) is noted, and what is reached through it has no value (why_unread).
/// Source: OpenAPI 3.1, "Relative References in API Description URIs".
[[nodiscard]] Document with_linked_files(const Document& document, const FileReader& read);

}  // namespace plumbline
