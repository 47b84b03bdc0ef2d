#include "conformance/workflow/readers/expression_types.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <algorithm>

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

void check_expression_version(const DocumentNode& object, const std::string& type) {
    std::vector<TypeVersion> known;
    std::copy_if(std::begin(kVersions),
                 std::end(kVersions),
                 std::back_inserter(known),
                 [&](const TypeVersion& row) { return row.type == type; });
    if (known.empty()) return;  // a type without versions, or an unknown type
    const DocumentNode node = object["version"];
    if (!node.exists())
        return object.nonconforming(
            "the object that defines a type has no version",
            fmt::format("write `version: {}`, or the type alone", known.front().version));
    const std::string version = node.text();
    if (version == kDraftVersion)
        return node.report(
            ProblemSeverity::kWarning,
            fmt::format("a query of {} is read as a query of RFC 9535", kDraftVersion),
            "check that it has the same meaning there and write `version: rfc9535`",
            ErrorCode::kUnsupported);
    const auto row = std::find_if(
        known.begin(), known.end(), [&](const TypeVersion& one) { return one.version == version; });
    if (row == known.end())
        return node.error(fmt::format("unknown version of {}: {}", type, version),
                          suggestion(version, names_of(known, &TypeVersion::version)),
                          ErrorCode::kUnsupported);
    if (row->since_1_1 && is_arazzo_1_0(node.problems->document()))
        node.nonconforming(
            fmt::format("{} requires Arazzo 1.1, but the document declares 1.0", version),
            "write `arazzo: 1.1.0` at the top, or the type alone");
}

void check_selector(const DocumentNode& node) {
    (void)read_expression_type(node["type"], "selector");
    node.suggest("other runners do not evaluate Selector Objects",
                 "for a single value, write its pointer: `$response.body#/items/0/id`");
    require_arazzo_1_1(node, "Selector Objects require");
}

/// Returns whether a Selector Object is complete except for its type.
bool lacks_type(const DocumentNode& node) {
    if (!node.has("selector") || !node.has("context") || node.has("type")) return false;
    Json whole = *node.value;
    whole["type"] = "jsonpath";
    return expressions::is_selector_object(whole);
}

}  // namespace

expressions::ExpressionGrammar grammar_of(const DocumentNode& node) {
    return is_arazzo_1_0(node.problems->document()) ? expressions::ExpressionGrammar::kArazzo10
                                                    : expressions::ExpressionGrammar::kArazzo11;
}

std::optional<DocumentNode> read_expression_type(const DocumentNode& type, std::string_view noun) {
    if (type.value->is_string()) return type;
    if (!type.value->is_object()) return {};  // missing, or reported by the structure check
    DocumentNode inner = type["type"];
    if (!inner.value->is_string()) {
        type.error(fmt::format("the object that defines a {}'s type has no type", noun),
                   "write `type: {type: jsonpath, version: rfc9535}`");
        return {};
    }
    check_expression_version(type, inner.text());
    return inner;
}

void check_selectors(const DocumentNode& node) {
    if (expressions::is_selector_object(*node.value)) return check_selector(node);
    if (lacks_type(node))
        node.warning("a Selector Object without a type is a literal and is not replaced",
                     "add `type: jsonpath` or `type: jsonpointer`");
    for (const DocumentNode& member : node.members()) check_selectors(member);
    for (const DocumentNode& element : node.elements()) check_selectors(element);
}

}  // namespace plumbline::workflow
