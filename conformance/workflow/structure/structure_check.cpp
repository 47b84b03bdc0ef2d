#include "conformance/workflow/structure/structure_check.hpp"

#include "conformance/workflow/structure/object_definitions.hpp"
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

/// Returns whether expressions can refer to this name.
bool is_name(std::string_view text) {
    return !text.empty() && std::all_of(text.begin(), text.end(), [](unsigned char c) {
        return std::isalnum(c) != 0 || c == '.' || c == '-' || c == '_';
    });
}

std::vector<std::string> keys_of(const ObjectDefinition& shape) {
    std::vector<std::string> keys;
    for (const MemberDefinition& member : shape.members) keys.emplace_back(member.key);
    return keys;
}

/// Returns whether objects of this type have ids. Duplicate ids are reported where the ids are
/// read.
bool has_id(ObjectType kind) {
    return kind == ObjectType::kSource || kind == ObjectType::kWorkflow ||
           kind == ObjectType::kStep || kind == ObjectType::kParameter;
}

class StructureCheck {
  public:
    StructureCheck(ProblemCollector& problems, bool is_1_0)
        : problems_(problems), is_1_0_(is_1_0) {}

    void check_object(ObjectType kind, const DocumentNode& node, bool may_refer = true) {
        const ObjectDefinition& written = definition_of(kind);
        if (!node.value->is_object()) {
            return report_wrong_type(ProblemSeverity::kError, written.noun, "an object", node);
        }
        const bool reused = may_refer && written.reusable && node.value->contains("reference");
        const ObjectDefinition& shape = reused ? definition_of(ObjectType::kReusable) : written;
        for (const DocumentMember& member : members(node)) {
            if (const MemberDefinition* known = shape.find(member.key)) {
                check_value(shape, *known, member.node);
            } else {
                report_unknown(shape, member);
            }
        }
        for (const MemberDefinition& member : shape.members) check_presence(shape, member, node);
    }

  private:
    void check_value(const ObjectDefinition& owner,
                     const MemberDefinition& shape,
                     const DocumentNode& node) {
        if (shape.since_1_1 && is_1_0_) {
            problems_.add(ProblemSeverity::kNonconforming,
                          ErrorCode::kInvalid,
                          node.pointer,
                          fmt::format("{}: {} requires Arazzo 1.1, but the document declares 1.0",
                                      owner.noun,
                                      shape.key),
                          "write `arazzo: 1.1.0` at the top");
        }
        const Json& json = *node.value;
        const auto expect = [&](bool fits, std::string_view expected) {
            const auto severity = shape.type == MemberType::kProse ? ProblemSeverity::kNonconforming
                                                                   : ProblemSeverity::kError;
            if (!fits) report_wrong_type(severity, shape.key, expected, node);
        };
        switch (shape.type) {
            case MemberType::kAny:
                return;
            case MemberType::kString:
            case MemberType::kProse:
                return expect(json.is_string(), "a string");
            case MemberType::kNumber:
                return expect(json.is_number(), "a number");
            case MemberType::kInteger:
                return expect(json.is_number_integer(), "an integer");
            case MemberType::kTrue:
                return expect(json == true, "true (remove it otherwise)");
            case MemberType::kTypeOrString:
                return expect(json.is_string() || json.is_object(), "a string or an object");
            case MemberType::kSchema:
                return expect(json.is_object() || json.is_boolean(), "a JSON Schema (an object)");
            case MemberType::kStrings:
                return check_strings(shape, node);
            case MemberType::kObject:
                return check_object(shape.object_type, node);
            case MemberType::kList:
                return check_list(shape, node);
            case MemberType::kMap:
            case MemberType::kSchemas:
            case MemberType::kOutputs:
                return check_map(shape, node);
        }
    }

    void check_strings(const MemberDefinition& shape, const DocumentNode& node) {
        if (!node.value->is_array()) {
            return report_wrong_type(
                ProblemSeverity::kError, shape.key, "an array of strings", node);
        }
        for (const DocumentNode& element : elements(node)) {
            if (element.value->is_string()) continue;
            report_wrong_type(ProblemSeverity::kError,
                              fmt::format("an entry of {}", shape.key),
                              "a string",
                              element);
        }
        check_not_empty(shape, "entry", node);
        check_unique(shape, node);
    }

    void check_list(const MemberDefinition& shape, const DocumentNode& node) {
        if (!node.value->is_array()) {
            return report_wrong_type(ProblemSeverity::kError, shape.key, "an array", node);
        }
        for (const DocumentNode& element : elements(node)) check_object(shape.object_type, element);
        check_not_empty(shape, definition_of(shape.object_type).noun, node);
        if (!has_id(shape.object_type)) check_unique(shape, node);
    }

    void check_not_empty(const MemberDefinition& shape,
                         std::string_view noun,
                         const DocumentNode& node) {
        const bool may_be_left_out = shape.presence == MemberPresence::kNotEmpty;
        if (!node.value->empty() ||
            (shape.presence != MemberPresence::kRequired && !may_be_left_out))
            return;
        problems_.add(may_be_left_out ? ProblemSeverity::kNonconforming : ProblemSeverity::kError,
                      ErrorCode::kInvalid,
                      node.pointer,
                      fmt::format("{} is empty; it needs at least one {}", shape.key, noun),
                      may_be_left_out ? "omit it" : "");
    }

    void check_unique(const MemberDefinition& shape, const DocumentNode& node) {
        std::set<Json> seen;
        for (const DocumentNode& element : elements(node)) {
            if (seen.insert(*element.value).second) continue;
            problems_.add(ProblemSeverity::kNonconforming,
                          ErrorCode::kInvalid,
                          element.pointer,
                          fmt::format("{} has the same entry twice", shape.key),
                          "omit one of them");
        }
    }

    void check_map(const MemberDefinition& shape, const DocumentNode& node) {
        if (!node.value->is_object()) {
            return report_wrong_type(
                ProblemSeverity::kError, shape.key, "an object of names and values", node);
        }
        for (const DocumentMember& member : members(node)) {
            if (!is_name(member.key)) {
                problems_.add(ProblemSeverity::kError,
                              ErrorCode::kInvalid,
                              member.node.pointer,
                              fmt::format("\"{}\" cannot be a name in {}", member.key, shape.key),
                              "use letters, digits, `.`, `-` and `_` only");
            }
            check_entry(shape, member);
        }
    }

    void check_entry(const MemberDefinition& shape, const DocumentMember& member) {
        const Json& json = *member.node.value;
        const bool is_selector = shape.type == MemberType::kOutputs && json.is_object();
        // Other objects refer to components; a component itself cannot be a reference.
        if (shape.type == MemberType::kMap)
            return check_object(shape.object_type, member.node, false);
        if (is_selector) return check_object(shape.object_type, member.node);
        if (shape.type == MemberType::kSchemas && !json.is_object() && !json.is_boolean()) {
            report_wrong_type(
                ProblemSeverity::kError, member.key, "a JSON Schema (an object)", member.node);
        }
        if (shape.type == MemberType::kOutputs && !json.is_string()) {
            report_wrong_type(ProblemSeverity::kNonconforming,
                              fmt::format("output {}", member.key),
                              "a string with an expression",
                              member.node);
        }
    }

    void check_presence(const ObjectDefinition& shape,
                        const MemberDefinition& member,
                        const DocumentNode& node) {
        const bool may_lack = member.presence == MemberPresence::kOptional ||
                              member.presence == MemberPresence::kNotEmpty;
        if (may_lack || node.value->contains(std::string(member.key))) return;
        problems_.add(member.presence == MemberPresence::kRequired
                          ? ProblemSeverity::kError
                          : ProblemSeverity::kNonconforming,
                      ErrorCode::kInvalid,
                      node.pointer,
                      fmt::format("{} has no {}", shape.noun, member.key),
                      fmt::format("add `{}:`", member.key));
    }

    void report_unknown(const ObjectDefinition& shape, const DocumentMember& member) {
        if (starts_with(member.key, "x-ct-")) return report_misplaced(shape, member);
        if (starts_with(member.key, "x-") && shape.type != ObjectType::kReusable) return;
        problems_.add(
            shape.is_extension ? ProblemSeverity::kError : ProblemSeverity::kNonconforming,
            ErrorCode::kInvalid,
            member.node.pointer,
            fmt::format("{} has the unknown key \"{}\"", shape.noun, member.key),
            suggestion(member.key, keys_of(shape)));
    }

    /// Reports an x-ct- key that this type of object does not have: it is misplaced or misspelled.
    void report_misplaced(const ObjectDefinition& shape, const DocumentMember& member) {
        std::vector<std::string> known;
        std::string owners;
        for (const ObjectDefinition& other : object_definitions()) {
            for (const MemberDefinition& candidate : other.members) {
                if (!starts_with(candidate.key, "x-ct-")) continue;
                known.emplace_back(candidate.key);
                if (candidate.key == member.key) {
                    owners += fmt::format("{}a {}", owners.empty() ? "" : " or ", other.noun);
                }
            }
        }
        std::sort(known.begin(), known.end());
        known.erase(std::unique(known.begin(), known.end()), known.end());
        problems_.add(ProblemSeverity::kError,
                      ErrorCode::kInvalid,
                      member.node.pointer,
                      fmt::format("{} has the {} extension {}",
                                  shape.noun,
                                  owners.empty() ? "unknown" : "misplaced",
                                  member.key),
                      owners.empty() ? suggestion(member.key, known) : "it belongs on " + owners);
    }

    void report_wrong_type(ProblemSeverity severity,
                           std::string_view what,
                           std::string_view expected,
                           const DocumentNode& node) {
        problems_.add(severity,
                      ErrorCode::kInvalid,
                      node.pointer,
                      fmt::format("{} must be {}, found {} {}",
                                  what,
                                  expected,
                                  type_name(*node.value),
                                  to_short_text(*node.value, 60)));
    }

    ProblemCollector& problems_;
    bool is_1_0_;
};

}  // namespace

void check_structure(const DocumentNode& document, ProblemCollector& problems) {
    StructureCheck(problems, is_arazzo_1_0(*document.value))
        .check_object(ObjectType::kDocument, document);
}

}  // namespace plumbline::workflow
