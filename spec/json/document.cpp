#include "spec/json/document.hpp"

#include "spec/base/file.hpp"
#include "spec/base/text.hpp"
#include "spec/json/foreign_document.hpp"
#include "spec/json/linked_files.hpp"
#include "spec/json/yaml_limits.hpp"

namespace plumbline {
namespace {

constexpr std::string_view kJsonEnding = ".json";

Result<Document> parse(std::string_view text, std::string_view file, const YamlLimits& limits) {
    auto document = file.ends_with(kJsonEnding) ? parse_json_document(text, file)
                                                : parse_yaml(text, file, limits);
    if (document) document->fingerprint = fingerprint(text);
    return document;
}

}  // namespace

SourceRef Document::where(std::string_view pointer) const {
    const auto linked = linked_place(pointer);
    const std::string stands_in = linked ? linked_file(file, linked->path) : file;
    while (true) {
        if (const Position* found = positions.find(pointer)) {
            return {stands_in, found->line, found->column};
        }
        if (pointer.empty()) return {stands_in, 0, 0};
        const auto slash = pointer.rfind('/');
        pointer = pointer.substr(0, slash == std::string_view::npos ? 0 : slash);
    }
}

Result<Document> parse_document(std::string_view text, std::string_view file) {
    return parse(text, file, {});
}

Result<Document> parse_foreign_document(std::string_view text, std::string_view file) {
    return parse(text, file, {.merge_keys = MergeKeys::kMerge});
}

Result<Document> load_foreign_document(const std::string& path) {
    const auto text = read_file(path);
    if (!text) return fail(text.error());
    return parse_foreign_document(*text, path);
}

Result<Document> load_document(const std::string& path) {
    const auto text = read_file(path);
    if (!text) return fail(text.error());
    return parse_document(*text, path);
}

}  // namespace plumbline
