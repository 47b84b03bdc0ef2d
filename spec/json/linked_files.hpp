#pragma once
// Other files that a document references, stored inside the document.

#include "spec/json/document.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace plumbline {

/// The root member that contains them, each under its path relative to the document's folder. With
/// it, references in the document are plain pointers, and there is one way to resolve them.
inline constexpr const char* kLinkedFiles = "x-plumbline-files";
/// The root member for files that could not be read: path → {message, fix, reference}.
inline constexpr const char* kUnreadFiles = "x-plumbline-unread-files";

/// A location in a referenced file.
struct LinkedLocation {
    std::string path;  ///< relative to the document's folder
    std::string pointer;
};

/// Returns the location of the value at `pointer` in a referenced file; nothing if the value is in
/// the document itself.
[[nodiscard]] std::optional<LinkedLocation> linked_location(std::string_view pointer);

/// Returns the path of such a file, relative to the same folder as `document_file`: the file that
/// Document::where reports.
[[nodiscard]] std::string linked_file(const std::string& document_file, const std::string& path);

/// Returns `file#pointer`, with the file that contains the value and the pointer there.
[[nodiscard]] std::string location_text(const Document& document, std::string_view pointer);

/// Returns the pointer as it is written in its own file: `schemas/user.yaml#/User` for a referenced
/// file, unchanged for the document itself.
[[nodiscard]] std::string pointer_text(std::string_view pointer);

/// Returns why the file that `pointer` leads into could not be read, with the position of the first
/// reference to it; nothing if it could.
[[nodiscard]] std::optional<Error> find_read_error(const Document& document,
                                                   std::string_view pointer);

}  // namespace plumbline
