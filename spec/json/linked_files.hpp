#pragma once
// Other files that a document refers to, kept within it.

#include "spec/json/document.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace plumbline {

/// The member of the root that holds them, each under its path relative to the document's folder.
/// With them in the document references are pointers, and there is one way to follow one.
inline constexpr const char* kLinkedFiles = "x-plumbline-files";
/// The member of the root for those that cannot be read: path → {message, mend, reference}.
inline constexpr const char* kUnreadFiles = "x-plumbline-unread-files";

/// A place in a file that a document refers to.
struct LinkedPlace {
    std::string path;  ///< relative to the document's folder
    std::string pointer;
};

/// Returns where in which other file the value at `pointer` of a document stands; nothing for the
/// document's own.
[[nodiscard]] std::optional<LinkedPlace> linked_place(std::string_view pointer);

/// Returns the path of such a file from where the document was found: what Document::where says.
[[nodiscard]] std::string linked_file(const std::string& document_file, const std::string& path);

/// Returns `file#pointer`, with the value's own file and its pointer there.
[[nodiscard]] std::string place_text(const Document& document, std::string_view pointer);

/// Returns the pointer as it is written in its own file, `schemas/user.yaml#/User` for one into
/// another, unchanged for one of the document's own.
[[nodiscard]] std::string written_pointer(std::string_view pointer);

/// Returns why the file that `pointer` leads into could not be read, with the place of the first
/// reference to it; nothing if it could.
[[nodiscard]] std::optional<Error> why_unread(const Document& document, std::string_view pointer);

}  // namespace plumbline
