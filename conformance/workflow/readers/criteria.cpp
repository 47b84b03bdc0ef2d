#include "conformance/workflow/readers/expression_types.hpp"
#include "spec/json/access.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace plumbline::workflow {
namespace {

using expressions::CriterionType;

struct CriterionTypeName {
    std::string_view name;
    CriterionType type;
};
constexpr CriterionTypeName kCriterionTypes[]{{"simple", CriterionType::kSimple},
                                              {"regex", CriterionType::kRegex},
                                              {"jsonpath", CriterionType::kJsonPath},
                                              {"xpath", CriterionType::kXPath}};

std::optional<CriterionType> read_criterion_type(const ReadingContext& reading,
                                                 const DocumentNode& criterion) {
    const auto written = read_expression_type(reading, criterion, "type", "criterion");
    if (!written) return CriterionType::kSimple;
    std::vector<std::string> known;
    for (const CriterionTypeName& type : kCriterionTypes) {
        if (type.name == written->name) return type.type;
        known.emplace_back(type.name);
    }
    reading.problems.add(ProblemSeverity::kError,
                         ErrorCode::kInvalid,
                         written->node.pointer,
                         fmt::format("unknown type of criterion: {}", written->name),
                         suggestion(written->name, known));
    return {};
}

/// Returns whether a condition uses syntax that other runners read differently or not at all:
/// `.name` and `[0]` inside a body, `!x`, parentheses, `''` in a string.
bool uses_nonportable_syntax(std::string_view condition) {
    for (std::size_t i = 0; i < condition.size(); ++i) {
        const char c = condition[i];
        const char next = i + 1 < condition.size() ? condition[i + 1] : ' ';
        if (c == '\'') {
            const std::size_t end = condition.find('\'', i + 1);
            if (end == std::string_view::npos) return false;
            if (end + 1 < condition.size() && condition[end + 1] == '\'') return true;
            i = end;
        } else if (c == '(' || c == '[' || (c == '!' && next != '=')) {
            return true;
        }
    }
    return condition.find("$response.body.") != std::string_view::npos ||
           condition.find("$request.body.") != std::string_view::npos;
}

/// Returns whether a query selects the same nodes of a value and of an array around it: one that
/// searches for a name on every level.
bool selects_by_name(std::string_view query) {
    if (query.substr(0, 3) != "$..") return false;
    const std::string_view next = query.substr(3, 2);
    return next == "['" || next == "[\"" || (!next.empty() && next[0] != '[' && next[0] != '*');
}

/// Other runners put the context into an array before they search it, and they quote the values
/// that are inserted into a query.
void check_query_portability(const ReadingContext& reading,
                             const DocumentNode& node,
                             const expressions::CriterionText& text) {
    const auto suggest = [&](std::string message, std::string fix) {
        reading.problems.add(ProblemSeverity::kSuggestion,
                             ErrorCode::kInvalid,
                             node.pointer + "/condition",
                             std::move(message),
                             std::move(fix));
    };
    if (!selects_by_name(text.condition)) {
        suggest(
            fmt::format("other runners search {} in an array around the context", text.condition),
            "begin the query with `$..NAME`, which selects the same nodes in both");
    }
    if (text.condition.find("{$") != std::string::npos) {
        suggest(fmt::format("other runners insert the values into {} with quotes", text.condition),
                "compare the values with a simple condition");
    }
}

bool is_root_filter(const expressions::CriterionText& text) {
    return text.type == CriterionType::kJsonPath && text.condition.rfind("$[?", 0) == 0;
}

void check_portability(const ReadingContext& reading,
                       const DocumentNode& node,
                       const expressions::CriterionText& text) {
    if (text.retries_in_array) {
        reading.problems.add(
            ProblemSeverity::kWarning,
            ErrorCode::kInvalid,
            node.pointer + "/condition",
            fmt::format("{} is tried on an array around the context as well", text.condition),
            "--lenient-jsonpath enables it; RFC 9535 does not define it");
    }
    if (text.type == CriterionType::kJsonPath) check_query_portability(reading, node, text);
    if (text.type != CriterionType::kSimple) return;
    if (text.context) {
        reading.problems.add(ProblemSeverity::kWarning,
                             ErrorCode::kInvalid,
                             node.pointer + "/context",
                             "a simple condition does not use its context",
                             "omit it, or write `type: regex`");
    }
    const bool equality = text.condition.find("==") != std::string::npos ||
                          text.condition.find("!=") != std::string::npos;
    if (equality && text.condition.find('\'') != std::string::npos) {
        reading.problems.add(
            ProblemSeverity::kSuggestion,
            ErrorCode::kInvalid,
            node.pointer + "/condition",
            fmt::format("{} ignores case; other runners may not", text.condition),
            "compare exactly: `context: $response.body#/x, condition: '^TEXT$', type: regex`");
    }
    if (uses_nonportable_syntax(text.condition)) {
        reading.problems.add(
            ProblemSeverity::kSuggestion,
            ErrorCode::kInvalid,
            node.pointer + "/condition",
            fmt::format("{} uses syntax that other runners do not support", text.condition),
            "compare one value at a pointer: `$response.body#/a/0 == 1`");
    }
}

}  // namespace

std::optional<expressions::Criterion> read_criterion(const ReadingContext& reading,
                                                     const DocumentNode& node) {
    const auto condition = member(*node.value, "condition");
    if (!condition || !condition->is_string()) return {};
    const std::optional<CriterionType> type = read_criterion_type(reading, node);
    if (!type) return {};
    expressions::CriterionText text;
    text.condition = condition->get<std::string>();
    text.type = *type;
    text.where = reading.where(node);
    text.retries_in_array = reading.options.lenient_jsonpath && is_root_filter(text);
    if (const std::string context = text_at(node, "context"); !context.empty()) {
        text.context = context;
    }
    check_portability(reading, node, text);
    auto compiled = expressions::Criterion::compile(std::move(text));
    if (compiled) {
        for (std::string& warning : compiled->warnings()) {
            reading.problems.add(ProblemSeverity::kWarning,
                                 ErrorCode::kInvalid,
                                 node.pointer + "/condition",
                                 "in the query, " + std::move(warning));
        }
        return *compiled;
    }
    Error error = compiled.error();
    if (error.where.line == 0) error.where = reading.where(node);
    reading.problems.add(ProblemSeverity::kError, std::move(error));
    return {};
}

std::vector<expressions::Criterion> read_criteria(const ReadingContext& reading,
                                                  const DocumentNode& node,
                                                  std::string_view key) {
    std::vector<expressions::Criterion> criteria;
    for (const DocumentNode& element : elements_at(node, key)) {
        if (auto criterion = read_criterion(reading, element)) criteria.push_back(*criterion);
    }
    return criteria;
}

}  // namespace plumbline::workflow
