#include "conformance/workflow/expression_types.hpp"

#include "spec/json/access.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace plumbline::workflow {
namespace {

constexpr std::string_view kDraft = "draft-goessner-dispatch-jsonpath-00";

struct TypeVersion {
    std::string_view type;
    std::string_view version;
    bool since_1_1 = false;
};
constexpr TypeVersion kVersions[]{{"jsonpath", "rfc9535", true},
                                  {"jsonpath", kDraft},
                                  {"xpath", "xpath-31", true},
                                  {"xpath", "xpath-30"},
                                  {"xpath", "xpath-20"},
                                  {"xpath", "xpath-10"},
                                  {"jsonpointer", "rfc6901", true}};

/// Notes a version that the document's own version of Arazzo does not know.
void check_age(const Reading& reading, std::string_view version, const std::string& at) {
    if (!says_1_0(*reading.root.value)) return;
    for (const TypeVersion& row : kVersions) {
        if (row.version != version || !row.since_1_1) continue;
        reading.problems.add(
            Severity::kRefused,
            ErrorCode::kInvalid,
            at,
            fmt::format("{} came with Arazzo 1.1, but the document says 1.0", version),
            "write `arazzo: 1.1.0` at the top, or the type alone");
    }
}

void check_version(const Reading& reading, const Node& object, const std::string& type) {
    std::vector<std::string> known;
    for (const TypeVersion& row : kVersions) {
        if (row.type == type) known.emplace_back(row.version);
    }
    if (known.empty()) return;  // of a type without versions, or none at all
    const Json* value = member(*object.value, "version");
    if (!value) {
        reading.problems.add(Severity::kRefused,
                             ErrorCode::kInvalid,
                             object.pointer,
                             "the object that gives a type has no version",
                             fmt::format("write `version: {}`, or the type alone", known.front()));
        return;
    }
    const std::string version = as_string(*value).value_or("");
    const std::string at = object.child("version", *value).pointer;
    if (version == kDraft) {
        reading.problems.add(Severity::kWarning,
                             ErrorCode::kUnsupported,
                             at,
                             fmt::format("a query of {} is read as one of RFC 9535", kDraft),
                             "see that it means the same there and write `version: rfc9535`");
        return;
    }
    for (const std::string& one : known) {
        if (one == version) return check_age(reading, version, at);
    }
    reading.problems.add(Severity::kError,
                         ErrorCode::kUnsupported,
                         at,
                         fmt::format("unknown version of {}: {}", type, version),
                         suggestion(version, known));
}

}  // namespace

std::optional<WrittenType> read_written_type(const Reading& reading,
                                             const Node& owner,
                                             std::string_view key,
                                             std::string_view noun) {
    const Json* type = member(*owner.value, key);
    if (!type) return {};
    const Node node = owner.child(key, *type);
    if (type->is_string()) return WrittenType{type->get<std::string>(), node};
    if (!type->is_object()) return {};  // the shape check tells
    const Json* inner = member(*type, "type");
    if (!inner || !inner->is_string()) {
        reading.problems.add(Severity::kError,
                             ErrorCode::kInvalid,
                             node.pointer,
                             fmt::format("the object that gives a {}'s type has no type", noun),
                             "write `type: {type: jsonpath, version: rfc9535}`");
        return {};
    }
    WrittenType written{inner->get<std::string>(), node.child("type", *inner)};
    check_version(reading, node, written.name);
    return written;
}

}  // namespace plumbline::workflow
