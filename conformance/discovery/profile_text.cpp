// Writes a profile whose comments come from the schema of profiles: one source for both.

#include "conformance/discovery/discovery.hpp"
#include "spec/base/text.hpp"
#include "spec/json/access.hpp"
#include "spec/json/pointer.hpp"
#include "spec/json/print.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <set>

namespace plumbline::discovery {
namespace {

using TextLines = std::vector<std::string>;

/// Returns a value in one line; texts are always in quotation marks, so that none is read as a
/// number or a date.
std::string flow_text(const Json& value) {
    if (!value.is_structured() || value.empty()) return to_text(value);
    std::vector<std::string> parts;
    for (const auto& [name, part] : value.items()) {
        const bool is_plain = !name.empty() && std::ranges::all_of(name, [](char c) {
            return is_ascii_letter(c) || is_ascii_digit(c) || c == '_';
        }) && !is_ascii_digit(name.front());
        const std::string key =
            value.is_array() ? "" : (is_plain ? name : to_text(Json(name))) + ": ";
        parts.push_back(key + flow_text(part));
    }
    const std::string inner = join(parts, ", ");
    return value.is_array() ? '[' + inner + ']' : "{ " + inner + " }";
}

/// Returns a line of prose, from whatever source, as a comment.
std::string prose(const std::string& text) {
    std::string line = "# " + text;
    std::ranges::replace_if(
        line, [](unsigned char c) { return c < 0x20 || c == 0x7F; }, ' ');
    return line;
}

void append_indented(TextLines& lines, const TextLines& more) {
    for (const std::string& line : more) lines.push_back("  " + line);
}

/// Makes members comments: `#` before a line, except before prose.
TextLines commented_out(TextLines lines) {
    for (std::string& line : lines) {
        if (!line.starts_with("# ")) line.insert(0, 1, '#');
    }
    return lines;
}

/// Writes the members of one profile.
class ProfileWriter {
  public:
    ProfileWriter(const Document& schema, const Discovery& found)
        : schema_(schema), found_(found) {}

    /// Returns the lines of the whole profile.
    TextLines lines() {
        TextLines lines;
        for (const std::string& name : names_at("")) {
            lines.emplace_back();
            const std::string pointer = '/' + name;
            const TextLines more =
                member_lines("/properties/" + name, pointer, name, found_.has(pointer));
            lines.insert(lines.end(), more.begin(), more.end());
        }
        return lines;
    }

  private:
    /// A member's schema, and the definition that it refers to (itself if it refers to none).
    struct MemberSchema {
        const Json& own;
        const Json& definition;
        std::string pointer;  ///< of the definition

        [[nodiscard]] const Json* keyword(std::string_view name) const {
            const Json* here = member(own, name);
            return here ? here : member(definition, name);
        }
    };

    [[nodiscard]] MemberSchema schema_at(const std::string& pointer) const {
        const Json& own = *find(*schema_.root, std::string_view(pointer));
        const std::string reference = string_or(own, "$ref", "");
        if (reference.empty()) return {own, own, pointer};
        const std::string there = reference.substr(1);
        return {own, *find(*schema_.root, std::string_view(there)), there};
    }

    /// Returns the members that an object declares, in the order of the schema.
    [[nodiscard]] std::vector<std::string> names_at(const std::string& pointer) const {
        const std::string properties = pointer + "/properties";
        std::vector<std::string> names;
        const Json* declared = find(*schema_.root, std::string_view(properties));
        for (auto it = declared ? declared->begin() : Json::const_iterator();
             declared && it != declared->end();
             ++it)
            names.push_back(it.key());
        std::ranges::sort(names, {}, [&](const std::string& name) {
            const SourceRef where = schema_.where(properties + '/' + name);
            return std::pair(where.line, where.column);
        });
        return names;
    }

    [[nodiscard]] std::string description_of(const MemberSchema& schema,
                                             const std::string& pointer,
                                             const std::string& name) const {
        const Json* text = schema.keyword("description");
        const auto note = found_.notes.find(pointer);
        return (text ? text->get<std::string>() : name) +
               (note == found_.notes.end() ? "" : " (" + note->second + ')');
    }

    [[nodiscard]] const Json* proposal_at(const std::string& pointer) const {
        return find(*found_.proposals, std::string_view(pointer));
    }

    /// Returns the members of a section that are written as members: those that have a value; in a
    /// section without one, those without which it would be invalid if a user wants it.
    [[nodiscard]] std::set<std::string> live_members(const MemberSchema& schema,
                                                     const std::string& pointer) const {
        std::set<std::string> live;
        const std::vector<std::string> names = names_at(schema.pointer);
        const std::vector<std::string> required = strings_or_empty(schema.definition, "required");
        for (const std::string& name : names) {
            const std::string there = pointer + '/' + name;
            const bool is_needed = std::ranges::find(required, name) != required.end() ||
                                   std::ranges::find(found_.missing, there) != found_.missing.end();
            if (found_.has(pointer) ? found_.has(there) : proposal_at(there) || is_needed)
                live.insert(name);
        }
        if (live.empty() && !names.empty()) live.insert(names.front());
        return live;
    }

    /// Returns a value that a user replaces.
    [[nodiscard]] Json example_of(const MemberSchema& schema, const std::string& pointer) const {
        for (const char* values : {"examples", "enum"}) {
            if (const Json* listed = schema.keyword(values)) return listed->front();
        }
        const std::string type = string_or(schema.definition, "type", "string");
        if (type == "boolean") return Json(true);
        if (type == "integer" || type == "number") return Json(1);
        if (type == "array") return Json::array();
        if (type != "object") return Json("...");
        Json members = Json::object();
        for (const std::string& name : live_members(schema, pointer)) {
            members[name] =
                example_of(schema_at(schema.pointer + "/properties/" + name), pointer + '/' + name);
        }
        return members;
    }

    void add_near_names(TextLines& lines) const {
        if (found_.names.empty()) return;
        lines.push_back(
            prose("Names of the target that nearly fit. Where they mean the same, write "
                  "them into that file:"));
        lines.push_back(prose("fields: { " + join(found_.names, ", ") + " }"));
    }

    /// Returns the lines of a member; one that is not `live` is commented out.
    TextLines member_lines(const std::string& at,
                           const std::string& pointer,
                           const std::string& name,
                           bool live) {
        const MemberSchema schema = schema_at(at);
        TextLines lines{prose(description_of(schema, pointer, name))};
        if (pointer == "/vocabulary") add_near_names(lines);
        const Json* value = find(*found_.values, std::string_view(pointer));
        if (!value) value = proposal_at(pointer);
        const auto names = names_at(schema.pointer);
        // The members of a definition are described once.
        const bool is_first = !names.empty() && described_.insert(schema.pointer).second;
        if (is_first || (!names.empty() && value)) {
            lines.push_back(name + ':');
            const std::set<std::string> live_names = live_members(schema, pointer);
            for (const std::string& one : names) {
                const bool is_live = live_names.contains(one);
                if (!is_live && !is_first) continue;
                append_indented(
                    lines,
                    member_lines(
                        schema.pointer + "/properties/" + one, pointer + '/' + one, one, is_live));
            }
        } else {
            lines.push_back(name + ": " + flow_text(value ? *value : example_of(schema, pointer)));
        }
        return live ? lines : commented_out(std::move(lines));
    }

    const Document& schema_;
    const Discovery& found_;
    std::set<std::string> described_;  ///< definitions all of whose members are written
};

}  // namespace

std::string profile_text(const Document& schema,
                         const Discovery& found,
                         const std::string& heading) {
    TextLines lines{
        prose(heading),
        prose("A member after \"#\" without a space is not set: remove the \"#\" to set it."),
        prose("All members: docs/targets.md, \"Profile\".")};
    const TextLines members = ProfileWriter(schema, found).lines();
    lines.insert(lines.end(), members.begin(), members.end());
    return join(lines, "\n") + '\n';
}

}  // namespace plumbline::discovery
