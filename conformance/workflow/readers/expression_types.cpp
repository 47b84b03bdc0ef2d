#include "conformance/workflow/readers/expression_types.hpp"

#include "spec/json/access.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace plumbline::workflow {
namespace {

constexpr std::string_view kDraftVersion = "draft-goessner-dispatch-jsonpath-00";

struct TypeVersion {
    std::string_view type;
    std::string_view version;
    bool since_1_1 = false;
};
constexpr TypeVersion kVersions[]{{"jsonpath", "rfc9535", true},
                                  {"jsonpath", kDraftVersion},
                                  {"xpath", "xpath-31", true},
                                  {"xpath", "xpath-30"},
                                  {"xpath", "xpath-20"},
                                  {"xpath", "xpath-10"},
                                  {"jsonpointer", "rfc6901", true}};

/// Reports a version that the document's version of Arazzo does not have.
void check_arazzo_version(const ReadingContext& reading,
                          std::string_view version,
                          const std::string& at) {
    if (!is_arazzo_1_0(*reading.root.value)) return;
    for (const TypeVersion& row : kVersions) {
        if (row.version != version || !row.since_1_1) continue;
        reading.problems.add(
            ProblemSeverity::kNonconforming,
            ErrorCode::kInvalid,
            at,
            fmt::format("{} requires Arazzo 1.1, but the document declares 1.0", version),
            "write `arazzo: 1.1.0` at the top, or the type alone");
    }
}

void check_version(const ReadingContext& reading,
                   const DocumentNode& object,
                   const std::string& type) {
    std::vector<std::string> known;
    for (const TypeVersion& row : kVersions) {
        if (row.type == type) known.emplace_back(row.version);
    }
    if (known.empty()) return;  // a type without versions, or an unknown type
    const Json* value = member(*object.value, "version");
    if (!value) {
        reading.problems.add(ProblemSeverity::kNonconforming,
                             ErrorCode::kInvalid,
                             object.pointer,
                             "the object that defines a type has no version",
                             fmt::format("write `version: {}`, or the type alone", known.front()));
        return;
    }
    const std::string version = as_string(*value).value_or("");
    const std::string at = object.child("version", *value).pointer;
    if (version == kDraftVersion) {
        reading.problems.add(
            ProblemSeverity::kWarning,
            ErrorCode::kUnsupported,
            at,
            fmt::format("a query of {} is read as a query of RFC 9535", kDraftVersion),
            "check that it has the same meaning there and write `version: rfc9535`");
        return;
    }
    for (const std::string& one : known) {
        if (one == version) return check_arazzo_version(reading, version, at);
    }
    reading.problems.add(ProblemSeverity::kError,
                         ErrorCode::kUnsupported,
                         at,
                         fmt::format("unknown version of {}: {}", type, version),
                         suggestion(version, known));
}

}  // namespace

std::optional<ExpressionType> read_expression_type(const ReadingContext& reading,
                                                   const DocumentNode& owner,
                                                   std::string_view key,
                                                   std::string_view noun) {
    const Json* type = member(*owner.value, key);
    if (!type) return {};
    const DocumentNode node = owner.child(key, *type);
    if (type->is_string()) return ExpressionType{type->get<std::string>(), node};
    if (!type->is_object()) return {};  // reported by the structure check
    const Json* inner = member(*type, "type");
    if (!inner || !inner->is_string()) {
        reading.problems.add(ProblemSeverity::kError,
                             ErrorCode::kInvalid,
                             node.pointer,
                             fmt::format("the object that defines a {}'s type has no type", noun),
                             "write `type: {type: jsonpath, version: rfc9535}`");
        return {};
    }
    ExpressionType written{inner->get<std::string>(), node.child("type", *inner)};
    check_version(reading, node, written.name);
    return written;
}

}  // namespace plumbline::workflow
