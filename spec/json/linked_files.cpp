#include "spec/json/linked_files.hpp"

#include "spec/json/access.hpp"
#include "spec/json/pointer.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>

namespace plumbline {

namespace fs = std::filesystem;

std::optional<LinkedPlace> linked_place(std::string_view pointer) {
    const std::string home = std::string("/") + kLinkedFiles + '/';
    if (!pointer.starts_with(home)) return std::nullopt;
    pointer.remove_prefix(home.size());
    const std::size_t end = std::min(pointer.find('/'), pointer.size());
    const auto key = JsonPointer::parse('/' + std::string(pointer.substr(0, end)));
    if (!key) return std::nullopt;
    return LinkedPlace{key->tokens().front(), std::string(pointer.substr(end))};
}

std::string linked_file(const std::string& document_file, const std::string& path) {
    return (fs::path(document_file).parent_path() / path).lexically_normal().string();
}

std::string place_text(const Document& document, std::string_view pointer) {
    const auto place = linked_place(pointer);
    if (!place) return document.file + '#' + std::string(pointer);
    return linked_file(document.file, place->path) + '#' + place->pointer;
}

std::string written_pointer(std::string_view pointer) {
    const auto place = linked_place(pointer);
    return place ? place->path + '#' + place->pointer : std::string(pointer);
}

std::optional<Error> why_unread(const Document& document, std::string_view pointer) {
    const auto place = linked_place(pointer);
    const Json* unread = place ? member(*document.root, kUnreadFiles) : nullptr;
    const Json* why = unread ? member(*unread, place->path) : nullptr;
    if (!why) return std::nullopt;
    return Error{ErrorCode::kNotFound,
                 string_or(*why, "message", ""),
                 document.where(string_or(*why, "reference", "")),
                 {string_or(*why, "mend", "")}};
}

}  // namespace plumbline
