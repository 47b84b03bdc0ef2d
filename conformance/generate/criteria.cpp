#include "conformance/generate/criteria.hpp"

#include "spec/base/text.hpp"
#include "spec/json/access.hpp"
#include "spec/json/print.hpp"

#include <nlohmann/json.hpp>

#include <cctype>

namespace plumbline::generate {
namespace {

/// Returns a regular expression that matches only this text.
std::string escaped(const std::string& text) {
    std::string pattern;
    for (const char c : text) {
        const bool is_plain = std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-' ||
                              c == '_' || c == '/' || c == ':';
        pattern += is_plain ? std::string(1, c) : std::string("[") + c + ']';
    }
    return pattern;
}

/// Returns the requirements about the status of a refusal.
std::vector<std::string> refusal_requirements(const Operation& operation) {
    constexpr int kAnyRefusal = 499;  // declared as 4XX, if at all
    const DeclaredResponse* declared = operation.response_for(kAnyRefusal);
    return declared ? declared->requirements : std::vector<std::string>{};
}

}  // namespace

Json make_criterion(std::string condition, const std::vector<std::string>& verifies) {
    Json result{{"condition", std::move(condition)}};
    if (!verifies.empty()) result["x-ct-verifies"] = verifies;
    return result;
}

Json make_match_criterion(const std::string& context,
                          const std::string& pattern,
                          const std::vector<std::string>& verifies) {
    Json result = make_criterion(pattern, verifies);
    result["context"] = context;
    result["type"] = "regex";
    return result;
}

std::string response_expression(const std::string& pointer) {
    return "$response.body#" + pointer;
}

Json value_criterion(const ExpectedValue& expected) {
    const std::string at = response_expression(expected.pointer);
    if (!expected.value) return make_criterion(at + " != null", expected.verifies);
    const auto text = as_string(*expected.value);
    if (text && !text->starts_with('$'))
        return make_match_criterion(at, '^' + escaped(*text) + '$', expected.verifies);
    return make_criterion(at + " == " + (text ? *text : to_text(*expected.value)),
                          expected.verifies);
}

Json success_criteria() {
    return Json::array({make_criterion("$statusCode < 300")});
}

Json refusal_with_status(const Operation& operation, const std::string& statuses) {
    // A request that is not refused fails only the first criterion.
    const std::string pattern = "^([123][0-9][0-9]|" + statuses + ")$";
    return Json::array(
        {make_criterion("$statusCode >= 400"),
         make_match_criterion("$statusCode", pattern, refusal_requirements(operation))});
}

Json refusal_criteria(const Operation& operation, const std::string& broken_rule) {
    std::string kind;
    for (const Rule& rule : operation.rules) {
        if (rule.id == broken_rule) kind = to_text(rule.kind);
    }
    std::vector<std::string> statuses;
    for (const int status : operation.violation_status(kind).values)
        statuses.push_back(std::to_string(status));
    return refusal_with_status(operation, join(statuses, "|"));
}

}  // namespace plumbline::generate
