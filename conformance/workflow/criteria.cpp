#include "conformance/workflow/expression_types.hpp"
#include "spec/json/access.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace plumbline::workflow {
namespace {

using expressions::CriterionType;

struct TypeName {
    std::string_view name;
    CriterionType type;
};
constexpr TypeName kTypes[]{{"simple", CriterionType::kSimple},
                            {"regex", CriterionType::kRegex},
                            {"jsonpath", CriterionType::kJsonPath},
                            {"xpath", CriterionType::kXPath}};

std::optional<CriterionType> read_type(const Reading& reading, const Node& criterion) {
    const auto written = read_written_type(reading, criterion, "type", "criterion");
    if (!written) return CriterionType::kSimple;
    std::vector<std::string> known;
    for (const TypeName& type : kTypes) {
        if (type.name == written->name) return type.type;
        known.emplace_back(type.name);
    }
    reading.problems.add(Severity::kError,
                         ErrorCode::kInvalid,
                         written->node.pointer,
                         fmt::format("unknown type of criterion: {}", written->name),
                         suggestion(written->name, known));
    return {};
}

/// Says whether a condition uses forms that other runners read differently or not at all: `.name`
/// and
/// `[0]` inside a body, `!x`, parentheses, `''` in a text.
bool is_unusual(std::string_view condition) {
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

/// Says whether a query selects the same of a value and of an array around it: that which seeks a
/// name on every level.
bool seeks_a_name(std::string_view query) {
    if (query.substr(0, 3) != "$..") return false;
    const std::string_view next = query.substr(3, 2);
    return next == "['" || next == "[\"" || (!next.empty() && next[0] != '[' && next[0] != '*');
}

/// Other runners put the context into an array before they search it, and they quote the values
/// that are put into a query.
void advise_query(const Reading& reading,
                  const Node& node,
                  const expressions::CriterionText& text) {
    const auto advise = [&](std::string message, std::string mend) {
        reading.problems.add(Severity::kAdvice,
                             ErrorCode::kInvalid,
                             node.pointer + "/condition",
                             std::move(message),
                             std::move(mend));
    };
    if (!seeks_a_name(text.condition)) {
        advise(
            fmt::format("other runners search {} in an array around the context", text.condition),
            "begin the query with `$..NAME`, which selects the same in both");
    }
    if (text.condition.find("{$") != std::string::npos) {
        advise(fmt::format("other runners put the values into {} with quotes", text.condition),
               "compare what is passed on with a simple condition");
    }
}

bool is_filter_of_root(const expressions::CriterionText& text) {
    return text.type == CriterionType::kJsonPath && text.condition.rfind("$[?", 0) == 0;
}

void advise(const Reading& reading, const Node& node, const expressions::CriterionText& text) {
    if (text.retries_in_array) {
        reading.problems.add(
            Severity::kWarning,
            ErrorCode::kInvalid,
            node.pointer + "/condition",
            fmt::format("{} is tried on an array around the context as well", text.condition),
            "--lenient-jsonpath asks for it; RFC 9535 does not know it");
    }
    if (text.type == CriterionType::kJsonPath) advise_query(reading, node, text);
    if (text.type != CriterionType::kSimple) return;
    if (text.context) {
        reading.problems.add(Severity::kWarning,
                             ErrorCode::kInvalid,
                             node.pointer + "/context",
                             "a simple condition does not use its context",
                             "leave it out, or write `type: regex`");
    }
    const bool equality = text.condition.find("==") != std::string::npos ||
                          text.condition.find("!=") != std::string::npos;
    if (equality && text.condition.find('\'') != std::string::npos) {
        reading.problems.add(
            Severity::kAdvice,
            ErrorCode::kInvalid,
            node.pointer + "/condition",
            fmt::format("{} ignores case, and runners differ in that", text.condition),
            "compare exactly: `context: $response.body#/x, condition: '^TEXT$', type: regex`");
    }
    if (is_unusual(text.condition)) {
        reading.problems.add(Severity::kAdvice,
                             ErrorCode::kInvalid,
                             node.pointer + "/condition",
                             fmt::format("{} uses what other runners do not read", text.condition),
                             "compare one value found by pointer: `$response.body#/a/0 == 1`");
    }
}

}  // namespace

std::optional<expressions::Criterion> read_criterion(const Reading& reading, const Node& node) {
    const auto condition = member(*node.value, "condition");
    if (!condition || !condition->is_string()) return {};
    const std::optional<CriterionType> type = read_type(reading, node);
    if (!type) return {};
    expressions::CriterionText text;
    text.condition = condition->get<std::string>();
    text.type = *type;
    text.where = reading.where(node);
    text.retries_in_array = reading.options.lenient_jsonpath && is_filter_of_root(text);
    if (const std::string context = text_at(node, "context"); !context.empty()) {
        text.context = context;
    }
    advise(reading, node, text);
    auto compiled = expressions::Criterion::compile(std::move(text));
    if (compiled) {
        for (std::string& remark : compiled->remarks()) {
            reading.problems.add(Severity::kWarning,
                                 ErrorCode::kInvalid,
                                 node.pointer + "/condition",
                                 "in the query, " + std::move(remark));
        }
        return *compiled;
    }
    Error error = compiled.error();
    if (error.where.line == 0) error.where = reading.where(node);
    reading.problems.add(Severity::kError, std::move(error));
    return {};
}

std::vector<expressions::Criterion> read_criteria(const Reading& reading,
                                                  const Node& node,
                                                  std::string_view key) {
    std::vector<expressions::Criterion> criteria;
    for (const Node& element : elements_at(node, key)) {
        if (auto criterion = read_criterion(reading, element)) criteria.push_back(*criterion);
    }
    return criteria;
}

}  // namespace plumbline::workflow
