#include "conformance/workflow/shape.hpp"

#include "conformance/workflow/shape_table.hpp"
#include "spec/json/access.hpp"
#include "spec/json/print.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cctype>
#include <set>

namespace plumbline::workflow {
namespace {

bool starts_with(std::string_view text, std::string_view start) {
    return text.substr(0, start.size()) == start;
}

/// Says whether expressions can refer to a thing of this name.
bool is_name(std::string_view text) {
    return !text.empty() && std::all_of(text.begin(), text.end(), [](unsigned char c) {
        return std::isalnum(c) != 0 || c == '.' || c == '-' || c == '_';
    });
}

std::vector<std::string> keys_of(const ObjectShape& shape) {
    std::vector<std::string> keys;
    for (const MemberShape& member : shape.members) keys.emplace_back(member.key);
    return keys;
}

/// Of these a second one of the same id is told where the ids are read.
bool has_an_id(Kind kind) {
    return kind == Kind::kSource || kind == Kind::kWorkflow || kind == Kind::kStep ||
           kind == Kind::kParameter;
}

class ShapeCheck {
  public:
    ShapeCheck(Problems& problems, bool is_1_0) : problems_(problems), is_1_0_(is_1_0) {}

    void object(Kind kind, const Node& node, bool may_refer = true) {
        const ObjectShape& written = shape_of(kind);
        if (!node.value->is_object()) {
            return wrong_type(Severity::kError, written.noun, "an object", node);
        }
        const bool reused = may_refer && written.reusable && node.value->contains("reference");
        const ObjectShape& shape = reused ? shape_of(Kind::kReusable) : written;
        for (const Member& member : members(node)) {
            if (const MemberShape* known = shape.find(member.key)) {
                value(shape, *known, member.node);
            } else {
                unknown(shape, member);
            }
        }
        for (const MemberShape& member : shape.members) missing(shape, member, node);
    }

  private:
    void value(const ObjectShape& owner, const MemberShape& shape, const Node& node) {
        if (shape.since_1_1 && is_1_0_) {
            problems_.add(Severity::kRefused,
                          ErrorCode::kInvalid,
                          node.pointer,
                          fmt::format("{}: {} came with Arazzo 1.1, but the document says 1.0",
                                      owner.noun,
                                      shape.key),
                          "write `arazzo: 1.1.0` at the top");
        }
        const Json& json = *node.value;
        const auto expect = [&](bool fits, std::string_view wanted) {
            const auto severity =
                shape.form == Form::kProse ? Severity::kRefused : Severity::kError;
            if (!fits) wrong_type(severity, shape.key, wanted, node);
        };
        switch (shape.form) {
            case Form::kAny:
                return;
            case Form::kText:
            case Form::kProse:
                return expect(json.is_string(), "a string");
            case Form::kNumber:
                return expect(json.is_number(), "a number");
            case Form::kInteger:
                return expect(json.is_number_integer(), "an integer");
            case Form::kTrue:
                return expect(json == true, "true (leave it out for the contrary)");
            case Form::kTypeOrText:
                return expect(json.is_string() || json.is_object(), "a string or an object");
            case Form::kSchema:
                return expect(json.is_object() || json.is_boolean(), "a JSON Schema (an object)");
            case Form::kTexts:
                return texts(shape, node);
            case Form::kObject:
                return object(shape.kind, node);
            case Form::kList:
                return list(shape, node);
            case Form::kMap:
            case Form::kSchemas:
            case Form::kOutputs:
                return map(shape, node);
        }
    }

    void texts(const MemberShape& shape, const Node& node) {
        if (!node.value->is_array()) {
            return wrong_type(Severity::kError, shape.key, "an array of strings", node);
        }
        for (const Node& element : elements(node)) {
            if (element.value->is_string()) continue;
            wrong_type(
                Severity::kError, fmt::format("an entry of {}", shape.key), "a string", element);
        }
        filled(shape, "entry", node);
        once_each(shape, node);
    }

    void list(const MemberShape& shape, const Node& node) {
        if (!node.value->is_array()) {
            return wrong_type(Severity::kError, shape.key, "an array", node);
        }
        for (const Node& element : elements(node)) object(shape.kind, element);
        filled(shape, shape_of(shape.kind).noun, node);
        if (!has_an_id(shape.kind)) once_each(shape, node);
    }

    void filled(const MemberShape& shape, std::string_view noun, const Node& node) {
        const bool may_be_left_out = shape.need == Need::kNotEmpty;
        if (!node.value->empty() || (shape.need != Need::kRequired && !may_be_left_out)) return;
        problems_.add(may_be_left_out ? Severity::kRefused : Severity::kError,
                      ErrorCode::kInvalid,
                      node.pointer,
                      fmt::format("{} is empty, it needs at least one {}", shape.key, noun),
                      may_be_left_out ? "leave it out" : "");
    }

    void once_each(const MemberShape& shape, const Node& node) {
        std::set<Json> seen;
        for (const Node& element : elements(node)) {
            if (seen.insert(*element.value).second) continue;
            problems_.add(Severity::kRefused,
                          ErrorCode::kInvalid,
                          element.pointer,
                          fmt::format("{} has the same entry twice", shape.key),
                          "leave one out");
        }
    }

    void map(const MemberShape& shape, const Node& node) {
        if (!node.value->is_object()) {
            return wrong_type(Severity::kError, shape.key, "an object of names and values", node);
        }
        for (const Member& member : members(node)) {
            if (!is_name(member.key)) {
                problems_.add(Severity::kError,
                              ErrorCode::kInvalid,
                              member.node.pointer,
                              fmt::format("\"{}\" cannot be a name in {}", member.key, shape.key),
                              "use letters, digits, `.`, `-` and `_` only");
            }
            entry(shape, member);
        }
    }

    void entry(const MemberShape& shape, const Member& member) {
        const Json& json = *member.node.value;
        const bool is_selector = shape.form == Form::kOutputs && json.is_object();
        // A component is what others refer to; it cannot itself be a reference.
        if (shape.form == Form::kMap) return object(shape.kind, member.node, false);
        if (is_selector) return object(shape.kind, member.node);
        if (shape.form == Form::kSchemas && !json.is_object() && !json.is_boolean()) {
            wrong_type(Severity::kError, member.key, "a JSON Schema (an object)", member.node);
        }
        if (shape.form == Form::kOutputs && !json.is_string()) {
            wrong_type(Severity::kRefused,
                       fmt::format("output {}", member.key),
                       "a string holding an expression",
                       member.node);
        }
    }

    void missing(const ObjectShape& shape, const MemberShape& member, const Node& node) {
        const bool may_lack = member.need == Need::kOptional || member.need == Need::kNotEmpty;
        if (may_lack || node.value->contains(std::string(member.key))) return;
        problems_.add(member.need == Need::kRequired ? Severity::kError : Severity::kRefused,
                      ErrorCode::kInvalid,
                      node.pointer,
                      fmt::format("{} has no {}", shape.noun, member.key),
                      fmt::format("add `{}:`", member.key));
    }

    void unknown(const ObjectShape& shape, const Member& member) {
        if (starts_with(member.key, "x-ct-")) return misplaced(shape, member);
        if (starts_with(member.key, "x-") && shape.kind != Kind::kReusable) return;
        problems_.add(shape.is_ours ? Severity::kError : Severity::kRefused,
                      ErrorCode::kInvalid,
                      member.node.pointer,
                      fmt::format("{} has the unknown key \"{}\"", shape.noun, member.key),
                      suggestion(member.key, keys_of(shape)));
    }

    /// An x-ct- key that this kind of object does not have: it belongs elsewhere or is misspelt.
    void misplaced(const ObjectShape& shape, const Member& member) {
        std::vector<std::string> known;
        std::string owners;
        for (const ObjectShape& other : object_shapes()) {
            for (const MemberShape& candidate : other.members) {
                if (!starts_with(candidate.key, "x-ct-")) continue;
                known.emplace_back(candidate.key);
                if (candidate.key == member.key) {
                    owners += fmt::format("{}a {}", owners.empty() ? "" : " or ", other.noun);
                }
            }
        }
        std::sort(known.begin(), known.end());
        known.erase(std::unique(known.begin(), known.end()), known.end());
        problems_.add(Severity::kError,
                      ErrorCode::kInvalid,
                      member.node.pointer,
                      fmt::format("{} has the {} extension {}",
                                  shape.noun,
                                  owners.empty() ? "unknown" : "misplaced",
                                  member.key),
                      owners.empty() ? suggestion(member.key, known) : "it belongs on " + owners);
    }

    void wrong_type(Severity severity,
                    std::string_view what,
                    std::string_view wanted,
                    const Node& node) {
        problems_.add(severity,
                      ErrorCode::kInvalid,
                      node.pointer,
                      fmt::format("{} must be {}, found {} {}",
                                  what,
                                  wanted,
                                  type_name(*node.value),
                                  to_short_text(*node.value, 60)));
    }

    Problems& problems_;
    bool is_1_0_;
};

}  // namespace

void check_shapes(const Node& document, Problems& problems) {
    ShapeCheck(problems, says_1_0(*document.value)).object(Kind::kDocument, document);
}

}  // namespace plumbline::workflow
