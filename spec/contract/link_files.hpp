#pragma once
// OpenAPI descriptions in several files.

#include "spec/json/document.hpp"

#include <cstddef>
#include <functional>
#include <string>

namespace plumbline {

/// The maximum number of files of a description, without the first one.
inline constexpr std::size_t kMaxLinkedFiles = 2000;

/// Reads the file at a path: load_external_document, except in tests.
using FileReader = std::function<Result<Document>(const std::string& path)>;

/// Returns the document together with all files that its `$ref`s refer to, directly or indirectly
/// (under kLinkedFiles); rewrites these references into pointers within the document. Paths are
/// relative to the file that contains the reference. Positions remain those of the files. A file
/// that cannot be read, exceeds the limit or is a URL (`https://...`) is recorded, and references
/// to it have no target (find_read_error). Source: OpenAPI 3.1, "Relative References in API
/// Description URIs".
[[nodiscard]] Document with_linked_files(const Document& document, const FileReader& read);

}  // namespace plumbline
