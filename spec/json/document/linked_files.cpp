#include "spec/json/linked_files.hpp"

#include "spec/json/access.hpp"
#include "spec/json/pointer.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>

namespace plumbline {

namespace fs = std::filesystem;

std::optional<LinkedLocation> linked_location(std::string_view pointer) {
    const std::string prefix = std::string("/") + kLinkedFiles + '/';
    if (!pointer.starts_with(prefix)) return std::nullopt;
    pointer.remove_prefix(prefix.size());
    const std::size_t end = std::min(pointer.find('/'), pointer.size());
    const auto key = JsonPointer::parse('/' + std::string(pointer.substr(0, end)));
    if (!key) return std::nullopt;
    return LinkedLocation{key->tokens().front(), std::string(pointer.substr(end))};
}

std::string linked_file(const std::string& document_file, const std::string& path) {
    return (fs::path(document_file).parent_path() / path).lexically_normal().string();
}

std::string location_text(const Document& document, std::string_view pointer) {
    const auto location = linked_location(pointer);
    if (!location) return document.file + '#' + std::string(pointer);
    return linked_file(document.file, location->path) + '#' + location->pointer;
}

std::string pointer_text(std::string_view pointer) {
    const auto location = linked_location(pointer);
    return location ? location->path + '#' + location->pointer : std::string(pointer);
}

std::optional<Error> find_read_error(const Document& document, std::string_view pointer) {
    const auto location = linked_location(pointer);
    const Json* unread = location ? member(*document.root, kUnreadFiles) : nullptr;
    const Json* why = unread ? member(*unread, location->path) : nullptr;
    if (!why) return std::nullopt;
    return Error{ErrorCode::kNotFound,
                 string_or(*why, "message", ""),
                 document.where(string_or(*why, "reference", "")),
                 {string_or(*why, "fix", "")}};
}

}  // namespace plumbline
