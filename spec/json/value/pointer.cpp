#include "spec/json/pointer.hpp"

#include "spec/base/text.hpp"
#include "spec/json/access.hpp"
#include "spec/json/print.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <charconv>
#include <optional>

namespace plumbline {
namespace {

/// Returns a token with its ~0 and ~1 decoded; nothing if a ~ precedes anything else.
std::optional<std::string> unescaped(std::string_view token) {
    for (auto at = token.find('~'); at != std::string_view::npos; at = token.find('~', at + 1)) {
        const std::string_view code = token.substr(at + 1, 1);
        if (code != "0" && code != "1") return std::nullopt;
    }
    return replace_all(replace_all(token, "~1", "/"), "~0", "~");
}

/// Parses an array index: digits without leading zeros.
std::optional<std::size_t> index_of(std::string_view token) {
    if (token.empty() || (token.size() > 1 && token.front() == '0')) return std::nullopt;
    std::size_t index = 0;
    const auto read = std::from_chars(token.data(), token.data() + token.size(), index);
    if (read.ec != std::errc{} || read.ptr != token.data() + token.size()) return std::nullopt;
    return index;
}

template <typename Token>
const Json* child_of(const Json& value, const Token& token) {
    if (value.is_object()) return member(value, token);
    if (!value.is_array()) return nullptr;
    const auto index = index_of(token);
    return index && *index < value.size() ? &value[*index] : nullptr;
}

tl::unexpected<Error> not_found_error(const JsonPointer& at, const Json& parent) {
    return fail(ErrorCode::kNotFound,
                fmt::format("there is no {} in the {} above it", at.to_text(), type_name(parent)));
}

/// Returns the pointer with the first `count` tokens.
JsonPointer prefix_of(const JsonPointer& pointer, std::size_t count) {
    const auto begin = pointer.tokens().begin();
    return JsonPointer({begin, begin + static_cast<std::ptrdiff_t>(count)});
}

/// Returns the container of the last token of `pointer`, which is not empty.
Result<Json*> parent_at(Json& root, const JsonPointer& pointer) {
    Json* parent = &root;
    const std::size_t last = pointer.tokens().size() - 1;
    for (std::size_t i = 0; i < last; ++i) {
        const Json* next = child_of(*parent, pointer.tokens()[i]);
        if (next == nullptr) return not_found_error(prefix_of(pointer, i + 1), *parent);
        parent = const_cast<Json*>(next);  // part of the mutable root
    }
    if (parent->is_structured()) return parent;
    return fail(ErrorCode::kInvalid,
                fmt::format("cannot reach {}: {} is of type {}, which has no members",
                            pointer.to_text(),
                            last == 0 ? "the root" : prefix_of(pointer, last).to_text(),
                            type_name(*parent)));
}

}  // namespace

Result<JsonPointer> JsonPointer::parse(std::string_view text) {
    if (text.empty()) return JsonPointer();
    if (text.front() != '/') {
        return fail(
            ErrorCode::kSyntax,
            fmt::format("\"{}\" is not a JSON pointer: expected \"\" or a leading slash", text));
    }
    std::vector<std::string> tokens;
    for (const std::string_view part : split(text.substr(1), '/')) {
        auto token = unescaped(part);
        if (!token) {
            return fail(ErrorCode::kSyntax,
                        fmt::format("\"{}\" is not a JSON pointer: expected 0 or 1 after ~ "
                                    "(~0 is ~, ~1 is /)",
                                    text));
        }
        tokens.emplace_back(*std::move(token));
    }
    return JsonPointer(std::move(tokens));
}

std::string JsonPointer::to_text() const {
    std::string text;
    for (const std::string& token : tokens_) text += '/' + escape_pointer_token(token);
    return text;
}

JsonPointer JsonPointer::child(std::string_view token) const {
    JsonPointer longer = *this;
    longer.tokens_.emplace_back(token);
    return longer;
}

std::string escape_pointer_token(std::string_view token) {
    const bool is_plain =
        token.find('~') == std::string_view::npos && token.find('/') == std::string_view::npos;
    if (is_plain) return std::string(token);
    return replace_all(replace_all(token, "~", "~0"), "/", "~1");
}

const Json* find(const Json& root, const JsonPointer& pointer) {
    const Json* value = &root;
    for (const std::string& token : pointer.tokens()) {
        value = child_of(*value, token);
        if (value == nullptr) return nullptr;
    }
    return value;
}

const Json* find(const Json& root, std::string_view pointer) {
    // Every rule and many expressions call this, so a token without escapes is not copied.
    const Json* value = &root;
    while (value != nullptr && !pointer.empty()) {
        if (pointer.front() != '/') return nullptr;
        const std::string_view token = pointer.substr(1, pointer.find('/', 1) - 1);
        pointer.remove_prefix(1 + token.size());
        if (token.find('~') == std::string_view::npos) {
            value = child_of(*value, token);
        } else {
            const auto plain = unescaped(token);
            value = plain ? child_of(*value, *plain) : nullptr;
        }
    }
    return value;
}

Result<void> set_at(Json& root, const JsonPointer& pointer, Json value) {
    // Most calls replace an existing value.
    if (const Json* found = find(root, pointer)) {
        const_cast<Json&>(*found) =
            std::move(value);  // part of the mutable root, or the root itself
        return {};
    }
    const auto parent = parent_at(root, pointer);
    if (!parent) return fail(parent.error());
    const std::string& token = pointer.tokens().back();
    if ((*parent)->is_object()) {
        (*parent)->get_ref<Json::object_t&>().insert_or_assign(token, std::move(value));
        return {};
    }
    if (token == "-") {
        (*parent)->get_ref<Json::array_t&>().push_back(std::move(value));
        return {};
    }
    return not_found_error(pointer, **parent);
}

Result<void> remove_at(Json& root, const JsonPointer& pointer) {
    if (pointer.empty()) {
        return fail(ErrorCode::kInvalid, "the root cannot be removed, only its members or items");
    }
    const auto parent = parent_at(root, pointer);
    if (!parent) return fail(parent.error());
    const std::string& token = pointer.tokens().back();
    if (child_of(**parent, token) == nullptr) return not_found_error(pointer, **parent);
    if ((*parent)->is_object()) {
        (*parent)->erase(token);
    } else {
        (*parent)->erase(*index_of(token));
    }
    return {};
}

}  // namespace plumbline
