#include "spec/bodies/body_edit.hpp"

#include "spec/json/access.hpp"
#include "spec/json/pointer.hpp"

#include <nlohmann/json.hpp>

#include <memory>

namespace plumbline {
namespace {

/// Sets a value whose parent exists; the index after the last appends to an array.
Result<void> put(Json& body, const std::vector<std::string>& tokens, Json value) {
    std::vector<std::string> at(tokens);
    const std::vector<std::string> parent_tokens(at.begin(), at.end() - (at.empty() ? 0 : 1));
    const Json* parent = find(body, JsonPointer(parent_tokens));
    if (parent && parent->is_array() && at.back() == std::to_string(parent->size()))
        at.back() = "-";
    return set_at(body, JsonPointer(std::move(at)), std::move(value));
}

Result<Json> with_value(Json body, const JsonPointer& pointer, const Json& value) {
    std::vector<std::string> tokens;
    for (const std::string& token : pointer.tokens()) {
        if (!find(body, JsonPointer(tokens))) {
            const auto created = put(body, tokens, token == "0" ? Json::array() : Json::object());
            if (!created) return fail(created.error());
        }
        tokens.push_back(token);
    }
    const auto set = put(body, tokens, value);
    if (!set) return fail(set.error());
    return body;
}

tl::unexpected<Error> wrong_line(const char* message) {
    return fail(ErrorCode::kInvalid, message);
}

}  // namespace

Result<std::vector<BodyEdit>> read_edits(const Json& line) {
    const Json* set = member(line, "set");
    const Json* remove = member(line, "remove");
    const Json* accepted = member(line, "accepted");
    const Json* refused = member(line, "refused");
    if (set && remove)
        return wrong_line("`set` and `remove`: a line has one edit; write two lines");
    if (!set && (accepted || refused))
        return wrong_line("a value without a place: add `set: POINTER`");
    if (set && !accepted && !refused)
        return wrong_line("`set` without a value: add `accepted: VALUE`, `refused: VALUE` or both");
    using Change = BodyEdit::Change;
    if (remove)
        return std::vector{BodyEdit{Change::kRemove, string_or(line, "remove", ""), nullptr, true}};
    if (!set) return std::vector{BodyEdit{Change::kNone, "", nullptr, line.contains("violates")}};
    std::vector<BodyEdit> edits;
    for (const Json* value : {refused, accepted}) {
        if (!value) continue;
        edits.push_back({Change::kSet,
                         string_or(line, "set", ""),
                         std::make_shared<const Json>(*value),
                         value == refused});
    }
    return edits;
}

Result<Json> apply_edit(const BodyEdit& edit, const Json& body) {
    const auto pointer = JsonPointer::parse(edit.pointer);
    if (!pointer) return fail(pointer.error());
    if (edit.change == BodyEdit::Change::kSet) return with_value(Json(body), *pointer, *edit.value);
    Json edited = body;
    if (edit.change == BodyEdit::Change::kNone) return edited;
    const auto removed = remove_at(edited, *pointer);
    if (!removed) return fail(removed.error());
    return edited;
}

}  // namespace plumbline
