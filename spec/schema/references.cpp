#include "spec/schema/references.hpp"

#include "spec/base/text.hpp"
#include "spec/json/linked_files.hpp"
#include "spec/json/pointer.hpp"
#include "spec/schema/keywords.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <charconv>
#include <vector>

namespace plumbline {
namespace {

/// Undoes the percent-encoding of a URI fragment; a `%` that encodes nothing stays.
std::string percent_decoded(std::string_view text) {
    std::string decoded;
    for (std::size_t i = 0; i < text.size(); ++i) {
        unsigned char byte = 0;
        const char* end = text.data() + std::min(i + 3, text.size());
        if (text[i] == '%' && i + 2 < text.size() &&
            std::from_chars(text.data() + i + 1, end, byte, 16).ptr == end) {
            decoded += static_cast<char>(byte);
            i += 2;
        } else {
            decoded += text[i];
        }
    }
    return decoded;
}

/// Says whether the tokens lead from a document to a schema by keywords that hold schemas, so that
/// no reference can reach a value that only looks like one (a default, an enum value, a path). What
/// stands where in another file is not known: many are plain maps of schemas.
bool leads_to_schema(const std::vector<Name>& tokens) {
    if (tokens.size() >= 2 && tokens[0] == kLinkedFiles) return true;
    std::size_t i = 0;
    if (tokens.size() >= 3 && tokens[0] == "components" && tokens[1] == "schemas") i = 3;
    while (i < tokens.size()) {
        const Keyword* keyword = find_keyword(tokens[i]);
        if (keyword == nullptr) return false;
        switch (keyword->role) {
            case Role::kSchema:
                i += 1;
                break;
            case Role::kSchemaList:
            case Role::kSchemaMap:
            case Role::kDefinitions:
                i += 2;
                break;
            default:
                return false;
        }
    }
    return i == tokens.size();
}

/// Says which part of the pointer is missing, and what was perhaps meant.
std::string missing_part(const Json& root, const JsonPointer& pointer) {
    const Json* at = &root;
    JsonPointer walked;
    for (const std::string& token : pointer.tokens()) {
        walked = walked.child(token);
        const Json* next = find(root, walked);
        if (next == nullptr) {
            std::vector<std::string> names;
            if (at->is_object()) {
                for (const auto& member : at->items()) names.push_back(member.key());
            }
            const std::string near = nearest_name(token, names);
            const std::string mend =
                near.empty() ? "" : fmt::format("; did you mean \"{}\"?", near);
            return fmt::format("there is no {}{}", written_pointer(walked.to_text()), mend);
        }
        at = next;
    }
    return {};
}

/// Returns the reference as its author wrote it, but for the folder.
std::string written_reference(std::string_view reference) {
    const std::string pointer = reference_pointer(reference);
    return linked_place(pointer) ? written_pointer(pointer) : std::string(reference);
}

}  // namespace

std::string reference_pointer(std::string_view reference) {
    return percent_decoded(reference.substr(std::min<std::size_t>(1, reference.size())));
}

Result<std::string> resolve_reference(const Json& root, std::string_view reference) {
    const auto start = fmt::format("\"$ref\" leads to \"{}\"", written_reference(reference));
    if (reference.empty() || reference.front() != '#') {
        return fail(ErrorCode::kUnsupported,
                    start + ", which is outside this document; point at #/components/schemas/NAME");
    }
    const std::string text = reference_pointer(reference);
    if (!text.empty() && text.front() != '/') {
        return fail(ErrorCode::kUnsupported,
                    start + ", an anchor; point at #/components/schemas/NAME");
    }
    const auto pointer = JsonPointer::parse(text);
    if (!pointer) return fail(ErrorCode::kSyntax, start + ": " + pointer.error().message);
    if (!leads_to_schema(pointer->tokens())) {
        return fail(ErrorCode::kUnsupported,
                    start + ", which is no place of a schema; point at #/components/schemas/NAME");
    }
    if (find(root, *pointer) == nullptr) {
        return fail(ErrorCode::kNotFound, start + ", but " + missing_part(root, *pointer));
    }
    return pointer->to_text();
}

}  // namespace plumbline
