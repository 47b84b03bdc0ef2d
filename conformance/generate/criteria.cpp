#include "conformance/generate/criteria.hpp"

#include "spec/base/text.hpp"
#include "spec/json/access.hpp"
#include "spec/json/print.hpp"

#include <nlohmann/json.hpp>

#include <cctype>

namespace plumbline::generate {
namespace {

/// Returns a text as a regular expression for it alone.
std::string escaped(const std::string& text) {
    std::string pattern;
    for (const char c : text) {
        const bool is_plain = std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-' ||
                              c == '_' || c == '/' || c == ':';
        pattern += is_plain ? std::string(1, c) : std::string("[") + c + ']';
    }
    return pattern;
}

/// The ids that count for which of the refusing statuses it is.
std::vector<std::string> refusal_requirements(const Operation& operation) {
    constexpr int kAnyRefusal = 499;  // declared as 4XX, if at all
    const DeclaredResponse* declared = operation.response_for(kAnyRefusal);
    return declared ? declared->requirements : std::vector<std::string>{};
}

}  // namespace

Json criterion(std::string condition, const std::vector<std::string>& verifies) {
    Json made{{"condition", std::move(condition)}};
    if (!verifies.empty()) made["x-ct-verifies"] = verifies;
    return made;
}

Json matching(const std::string& context,
              const std::string& pattern,
              const std::vector<std::string>& verifies) {
    Json made = criterion(pattern, verifies);
    made["context"] = context;
    made["type"] = "regex";
    return made;
}

std::string in_answer(const std::string& pointer) {
    return "$response.body#" + pointer;
}

Json criterion_of(const Shown& shown) {
    const std::string at = in_answer(shown.pointer);
    if (!shown.value) return criterion(at + " != null", shown.verifies);
    const auto text = as_string(*shown.value);
    if (text && !text->starts_with('$'))
        return matching(at, '^' + escaped(*text) + '$', shown.verifies);
    return criterion(at + " == " + (text ? *text : to_text(*shown.value)), shown.verifies);
}

Json success_criteria() {
    return Json::array({criterion("$statusCode < 300")});
}

Json refused_with(const Operation& operation, const std::string& statuses) {
    // What is not refused at all is the first criterion's business alone.
    const std::string pattern = "^([123][0-9][0-9]|" + statuses + ")$";
    return Json::array({criterion("$statusCode >= 400"),
                        matching("$statusCode", pattern, refusal_requirements(operation))});
}

Json refusal_criteria(const Operation& operation, const std::string& broken_rule) {
    std::string kind;
    for (const Rule& rule : operation.rules) {
        if (rule.id == broken_rule) kind = to_text(rule.kind);
    }
    std::vector<std::string> statuses;
    for (const int status : operation.violation_status(kind).values)
        statuses.push_back(std::to_string(status));
    return refused_with(operation, join(statuses, "|"));
}

}  // namespace plumbline::generate
