#include "spec/json/document.hpp"

#include "spec/base/file.hpp"
#include "spec/base/text.hpp"
#include "spec/json/external_document.hpp"
#include "spec/json/linked_files.hpp"
#include "spec/json/yaml/yaml_limits.hpp"

namespace plumbline {
namespace {

constexpr std::string_view kJsonExtension = ".json";

Result<Document> parse(std::string_view text, std::string_view file, const YamlLimits& limits) {
    const bool is_own = limits.dialect == YamlDialect::kStrict;
    auto document =
        file.ends_with(kJsonExtension)
            ? parse_json_document(text, file, is_own ? JsonLimits() : kForeignJsonLimits)
            : parse_yaml(text, file, limits);
    if (document) document->fingerprint = fingerprint(text);
    return document;
}

/// Removes a byte order mark and returns whether there was one.
bool take_byte_order_mark(std::string_view& text) {
    constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
    if (!text.starts_with(kByteOrderMark)) return false;
    text.remove_prefix(kByteOrderMark.size());
    return true;
}

}  // namespace

SourceRef Document::where(std::string_view pointer) const {
    const auto linked = linked_location(pointer);
    const std::string source_file = linked ? linked_file(file, linked->path) : file;
    while (true) {
        if (const SourcePosition* found = positions.find(pointer)) {
            return {source_file, found->line, found->column};
        }
        if (pointer.empty()) return {source_file, 0, 0};
        const auto slash = pointer.rfind('/');
        pointer = pointer.substr(0, slash == std::string_view::npos ? 0 : slash);
    }
}

Result<Document> parse_document(std::string_view text, std::string_view file) {
    return parse(text, file, {});
}

Result<Document> parse_external_document(std::string_view text, std::string_view file) {
    (void)take_byte_order_mark(text);
    return parse(text, file, {.dialect = YamlDialect::kCore});
}

Result<Document> parse_noted_document(std::string_view text, std::string_view file) {
    const bool has_mark = take_byte_order_mark(text);
    auto document =
        parse(text, file, {.max_written = kMaxNotedValues, .dialect = YamlDialect::kNotedCore});
    if (document && has_mark) {
        auto& departures = document->departures;
        departures.insert(departures.begin(),
                          {ErrorCode::kInvalid,
                           "the text begins with a byte order mark",
                           {std::string(file), 1, 1},
                           {"save it as UTF-8 without one"}});
    }
    return document;
}

Result<Document> load_external_document(const std::string& path) {
    const auto text = read_file(path);
    if (!text) return fail(text.error());
    return parse_external_document(*text, path);
}

Result<Document> load_noted_document(const std::string& path) {
    const auto text = read_file(path, kMaxNotedBytes);
    if (!text) return fail(text.error());
    return parse_noted_document(*text, path);
}

Result<Document> load_document(const std::string& path, std::size_t max_bytes) {
    const auto text = read_file(path, max_bytes);
    if (!text) return fail(text.error());
    return parse_document(*text, path);
}

}  // namespace plumbline
