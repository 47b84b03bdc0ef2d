#include "conformance/workflow/structure/structure_check.hpp"

#include "conformance/workflow/structure/object_definitions.hpp"
#include "spec/base/check.hpp"
#include "spec/json/print.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cctype>
#include <set>

namespace plumbline::workflow {
namespace {

/// What a value of a type must be.
struct TypeRule {
    MemberType type;
    std::string_view expected;
    bool (*fits)(const Json& json);
};

bool is_string(const Json& json) {
    return json.is_string();
}

bool is_array(const Json& json) {
    return json.is_array();
}

bool is_object(const Json& json) {
    return json.is_object();
}

/// Types without a row: any value, and an object, which check_object checks.
constexpr TypeRule kTypeRules[]{
    {MemberType::kString, "a string", is_string},
    {MemberType::kProse, "a string", is_string},
    {MemberType::kNumber, "a number", [](const Json& json) { return json.is_number(); }},
    {MemberType::kInteger, "an integer", [](const Json& json) { return json.is_number_integer(); }},
    {MemberType::kTrue,
     "true (remove it otherwise)",
     [](const Json& json) { return json == true; }},
    {MemberType::kTypeOrString,
     "a string or an object",
     [](const Json& json) { return json.is_string() || json.is_object(); }},
    {MemberType::kSchema,
     "a JSON Schema (an object)",
     [](const Json& json) { return json.is_object() || json.is_boolean(); }},
    {MemberType::kStrings, "an array of strings", is_array},
    {MemberType::kList, "an array", is_array},
    {MemberType::kMap, "an object of names and values", is_object},
    {MemberType::kSchemas, "an object of names and values", is_object},
    {MemberType::kOutputs, "an object of names and values", is_object}};

void report_wrong_type(ProblemSeverity severity,
                       std::string_view what,
                       std::string_view expected,
                       const DocumentNode& node) {
    node.report(severity,
                fmt::format("{} must be {}, found {} {}",
                            what,
                            expected,
                            type_name(*node.value),
                            to_short_text(*node.value, 60)));
}

/// Returns whether the value has the type, and reports one that has not; `what` names it.
bool check_type(MemberType type, std::string_view what, const DocumentNode& node) {
    for (const TypeRule& rule : kTypeRules) {
        if (rule.type != type || rule.fits(*node.value)) continue;
        const bool harmless = type == MemberType::kProse;
        report_wrong_type(harmless ? ProblemSeverity::kNonconforming : ProblemSeverity::kError,
                          what,
                          rule.expected,
                          node);
        return false;
    }
    return true;
}

/// Returns whether expressions can refer to this name.
bool is_name(std::string_view text) {
    return !text.empty() && std::all_of(text.begin(), text.end(), [](unsigned char c) {
        return std::isalnum(c) != 0 || c == '.' || c == '-' || c == '_';
    });
}

/// Returns whether these objects have ids. Duplicate ids are reported where the ids are read.
bool has_id(std::string_view noun) {
    return noun == "source description" || noun == "workflow" || noun == "step" ||
           noun == "parameter";
}

const ObjectDefinition& definition_of(std::string_view noun) {
    const auto& all = object_definitions();
    const auto found = std::find_if(all.begin(), all.end(), [&](const ObjectDefinition& object) {
        return object.noun == noun;
    });
    PLUMBLINE_CHECK(found != all.end(), "every noun has a row in the table");
    return *found;
}

/// Reports an x-ct- key that this type of object does not have: it is misplaced or misspelled.
void report_misplaced(const ObjectDefinition& object, const DocumentNode& node) {
    std::set<std::string> known;
    std::string owners;
    for (const ObjectDefinition& other : object_definitions()) {
        for (const MemberDefinition& candidate : other.members) {
            if (!candidate.key.starts_with("x-ct-")) continue;
            known.emplace(candidate.key);
            if (candidate.key == node.key)
                owners += fmt::format("{}a {}", owners.empty() ? "" : " or ", other.noun);
        }
    }
    node.error(fmt::format("{} has the {} extension {}",
                           object.noun,
                           owners.empty() ? "unknown" : "misplaced",
                           node.key),
               owners.empty() ? suggestion(node.key, {known.begin(), known.end()})
                              : "it belongs on " + owners);
}

void report_unknown(const ObjectDefinition& object, const DocumentNode& node) {
    if (node.key.starts_with("x-ct-")) return report_misplaced(object, node);
    if (node.key.starts_with("x-") && object.noun != kReusableObject) return;
    node.report(object.form == ObjectForm::kExtension ? ProblemSeverity::kError
                                                      : ProblemSeverity::kNonconforming,
                fmt::format("{} has the unknown key \"{}\"", object.noun, node.key),
                suggestion(node.key, names_of(object.members, &MemberDefinition::key)));
}

void check_presence(const ObjectDefinition& object,
                    const MemberDefinition& member,
                    const DocumentNode& node) {
    const bool required = member.presence == MemberPresence::kRequired;
    if (!required && member.presence != MemberPresence::kExpected) return;
    if (node.has(member.key)) return;
    node.report(required ? ProblemSeverity::kError : ProblemSeverity::kNonconforming,
                fmt::format("{} has no {}", object.noun, member.key),
                fmt::format("add `{}:`", member.key));
}

void check_object(std::string_view noun, const DocumentNode& node, bool may_refer = true);

void check_list(const MemberDefinition& member, const DocumentNode& node) {
    for (const DocumentNode& element : node.elements()) {
        if (member.type == MemberType::kList) {
            check_object(member.object, element);
        } else {
            check_type(MemberType::kString, fmt::format("an entry of {}", member.key), element);
        }
    }
    const bool required = member.presence == MemberPresence::kRequired;
    if (node.value->empty() && (required || member.presence == MemberPresence::kNotEmpty)) {
        node.report(required ? ProblemSeverity::kError : ProblemSeverity::kNonconforming,
                    fmt::format("{} is empty; it needs at least one {}",
                                member.key,
                                member.object.empty() ? "entry" : member.object),
                    required ? "" : "omit it");
    }
    if (has_id(member.object)) return;
    const auto is_less = [](const Json* left, const Json* right) { return *left < *right; };
    std::set<const Json*, decltype(is_less)> earlier(is_less);
    for (const DocumentNode& element : node.elements()) {
        if (earlier.insert(element.value).second) continue;
        element.nonconforming(fmt::format("{} has the same entry twice", member.key),
                              "omit one of them");
    }
}

void check_map_entry(const MemberDefinition& member, const DocumentNode& entry) {
    if (!is_name(entry.key)) {
        entry.error(fmt::format("\"{}\" cannot be a name in {}", entry.key, member.key),
                    "use letters, digits, `.`, `-` and `_` only");
    }
    if (member.type == MemberType::kSchemas) {
        check_type(MemberType::kSchema, entry.key, entry);
    } else if (member.type == MemberType::kMap) {
        // Other objects refer to components; a component itself cannot be a reference.
        check_object(member.object, entry, false);
    } else if (entry.value->is_object()) {
        check_object(member.object, entry);
    } else if (!entry.value->is_string()) {
        report_wrong_type(ProblemSeverity::kNonconforming,
                          fmt::format("output {}", entry.key),
                          "a string with an expression",
                          entry);
    }
}

void check_member(const ObjectDefinition& object,
                  const MemberDefinition& member,
                  const DocumentNode& node) {
    if (member.since_1_1)
        require_arazzo_1_1(node, fmt::format("{}: {} requires", object.noun, member.key));
    // A key without a value, as published documents have for lists without entries.
    const bool is_collection =
        member.type == MemberType::kStrings || member.type == MemberType::kList ||
        member.type == MemberType::kMap || member.type == MemberType::kSchemas ||
        member.type == MemberType::kOutputs;
    if (is_collection && node.value->is_null() && member.presence != MemberPresence::kRequired)
        return node.nonconforming(fmt::format("{} has no value", member.key), "omit it");
    if (!check_type(member.type, member.key, node)) return;
    switch (member.type) {
        case MemberType::kObject:
            return check_object(member.object, node);
        case MemberType::kStrings:
        case MemberType::kList:
            return check_list(member, node);
        case MemberType::kMap:
        case MemberType::kSchemas:
        case MemberType::kOutputs:
            for (const DocumentNode& entry : node.members()) check_map_entry(member, entry);
            return;
        default:
            return;  // the value has no parts
    }
}

void check_object(std::string_view noun, const DocumentNode& node, bool may_refer) {
    const ObjectDefinition& written = definition_of(noun);
    if (!node.value->is_object())
        return report_wrong_type(ProblemSeverity::kError, noun, "an object", node);
    const bool is_reference =
        may_refer && written.form == ObjectForm::kReusable && node.has("reference");
    const ObjectDefinition& object = is_reference ? definition_of(kReusableObject) : written;
    for (const DocumentNode& member : node.members()) {
        const auto known = std::find_if(
            object.members.begin(), object.members.end(), [&](const MemberDefinition& one) {
                return one.key == member.key;
            });
        if (known == object.members.end()) {
            report_unknown(object, member);
        } else {
            check_member(object, *known, member);
        }
    }
    for (const MemberDefinition& member : object.members) check_presence(object, member, node);
}

}  // namespace

void check_structure(const DocumentNode& document) {
    check_object("document", document);
}

}  // namespace plumbline::workflow
