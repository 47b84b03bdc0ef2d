#pragma once
// Our documents and other embedded files as Documents. A file is parsed only on request.

#include "spec/base/result.hpp"
#include "spec/embedded/embedded_file.hpp"
#include "spec/json/document.hpp"

#include <span>
#include <string_view>

namespace plumbline {

/// Returns every file of spec/documents, sorted by name.
[[nodiscard]] std::span<const EmbeddedFile> embedded_documents();

/// Returns one file of spec/documents by its path in the repository. Errors: kNotFound.
[[nodiscard]] Result<Document> embedded_document(std::string_view name);

/// Returns one file of another set of embedded files. Errors: kNotFound.
[[nodiscard]] Result<Document> embedded_document(std::span<const EmbeddedFile> files,
                                                 std::string_view name);

/// Parses an embedded file; its errors name its path in the repository. Errors: kSyntax (a file
/// that is neither YAML nor JSON).
[[nodiscard]] Result<Document> to_document(const EmbeddedFile& file);

}  // namespace plumbline
