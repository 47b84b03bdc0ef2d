// plumbline_embed OUTPUT.cpp FUNCTION LIST: writes a source file whose FUNCTION returns the files
// that LIST names, one a line. Part of the build; cmake/embed.cmake runs it.

#include "spec/base/file.hpp"
#include "spec/base/text.hpp"
#include "spec/json/document.hpp"
#include "spec/json/print.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cstdio>

namespace plumbline {
namespace {

/// What one file becomes.
struct Content {
    std::string name;
    std::string text;
    std::string positions;
    std::uint64_t fingerprint = 0;
};

bool ends_with_any(std::string_view name, std::initializer_list<std::string_view> endings) {
    return std::any_of(endings.begin(), endings.end(), [&](std::string_view ending) {
        return name.size() >= ending.size() && name.substr(name.size() - ending.size()) == ending;
    });
}

Result<Content> read_content(const std::string& name) {
    if (!ends_with_any(name, {".yaml", ".yml", ".json"})) {
        auto text = read_file(name);
        if (!text) return fail(std::move(text.error()));
        const std::uint64_t own = fingerprint(*text);
        return Content{name, std::move(*text), "", own};
    }
    const auto document = load_document(name);
    if (!document) return fail(document.error());
    return Content{
        name, to_text(*document->root), positions_text(document->positions), document->fingerprint};
}

/// Returns the text as adjacent string literals: one long one would be beyond what compilers must
/// accept, and an array of numbers compiles a hundred times slower.
std::string literals(std::string_view text) {
    constexpr std::size_t kPiece = 2000;
    std::string source = "\"";
    std::size_t piece_start = 0;
    for (const char c : text) {
        if (source.size() - piece_start > kPiece) {
            source += "\"\n    \"";
            piece_start = source.size();
        }
        if (c == '"' || c == '\\' || c == '?') {  // ??= would be read as #
            source += '\\';
            source += c;
        } else if (c >= ' ' && c <= '~') {
            source += c;
        } else {
            source += fmt::format("\\{:03o}", static_cast<unsigned char>(c));
        }
    }
    return source + '"';
}

std::string view(std::string_view text) {
    return fmt::format("std::string_view({}, {})", literals(text), text.size());
}

std::string source_of(std::string_view function, const std::vector<Content>& contents) {
    std::string rows;
    for (const Content& content : contents) {
        rows += fmt::format("    EmbeddedFile{{{},\n    {},\n    {},\n    {}u}},\n",
                            view(content.name),
                            view(content.text),
                            view(content.positions),
                            content.fingerprint);
    }
    return fmt::format(
        "// Made by plumbline_embed.\n"
        "#include <array>\n\n"
        "#include \"spec/embedded/embedded_file.hpp\"\n\n"
        "namespace plumbline {{\n"
        "std::span<const EmbeddedFile> {0}();\n"
        "std::span<const EmbeddedFile> {0}() {{\n"
        "    static constexpr std::array<EmbeddedFile, {1}> kFiles = {{{{\n"
        "{2}"
        "    }}}};\n"
        "    return kFiles;\n"
        "}}\n"
        "}}  // namespace plumbline\n",
        function,
        contents.size(),
        rows);
}

Result<void> embed(const std::string& output, std::string_view function, const std::string& list) {
    const auto text = read_file(list);
    if (!text) return fail(text.error());
    std::vector<Content> contents;
    for (const std::string_view name : split(*text, '\n')) {
        if (name.empty()) continue;
        auto content = read_content(std::string(name));
        if (!content) return fail(std::move(content.error()));
        contents.push_back(*std::move(content));
    }
    std::sort(contents.begin(), contents.end(), [](const Content& a, const Content& b) {
        return a.name < b.name;
    });
    return write_file(output, source_of(function, contents));
}

}  // namespace
}  // namespace plumbline

int main(int argc, char** argv) {
    if (argc != 4) {
        fmt::print(stderr, "usage: plumbline_embed OUTPUT.cpp FUNCTION LIST\n");
        return 2;
    }
    const auto done = plumbline::embed(argv[1], argv[2], argv[3]);
    if (!done) {
        fmt::print(stderr, "{}\n", plumbline::to_text(done.error()));
        return 1;
    }
    return 0;
}
