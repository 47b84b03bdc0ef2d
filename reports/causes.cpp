#include "reports/causes.hpp"

#include "spec/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace plumbline::reports {
namespace {

// The most important first: what fails the run, then warnings, then what is known.
constexpr std::array kByImportance{Verdict::kFailed,
                                   Verdict::kNotRun,
                                   Verdict::kFixed,
                                   Verdict::kWarned,
                                   Verdict::kDeviated,
                                   Verdict::kObserved,
                                   Verdict::kSkipped,
                                   Verdict::kPassed};

std::size_t importance(Verdict verdict) {
    const auto* found = std::find(kByImportance.begin(), kByImportance.end(), verdict);
    return static_cast<std::size_t>(found - kByImportance.begin());
}

std::size_t importance(const FailureCause& cause) {
    return importance(cause.known ? Verdict::kDeviated : cause.verdict);
}

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}
bool is_hex(char c) {
    return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}
bool is_word(char c) {
    return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

/// Returns the length of a text at the start that has the given form: `d` is a digit, `x` a
/// hexadecimal digit; 0 without one.
std::size_t length_of(std::string_view form, std::string_view text) {
    if (text.size() < form.size()) return 0;
    for (std::size_t i = 0; i < form.size(); ++i) {
        const bool fits = form[i] == 'd'   ? is_digit(text[i])
                          : form[i] == 'x' ? is_hex(text[i])
                                           : text[i] == form[i];
        if (!fits) return 0;
    }
    return form.size();
}

template <typename Accepts>
std::size_t run_length(std::string_view text, const Accepts& accepts) {
    return static_cast<std::size_t>(std::find_if_not(text.begin(), text.end(), accepts) -
                                    text.begin());
}

std::size_t time_length(std::string_view text) {
    const std::size_t start = length_of("dddd-dd-ddTdd:dd:dd", text);
    if (start == 0) return 0;
    return start + run_length(text.substr(start), [](char c) {
               return is_digit(c) || c == '.' || c == 'Z' || c == '+' || c == ':';
           });
}

std::size_t id_length(std::string_view text) {
    if (const std::size_t uuid = length_of("xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx", text))
        return uuid;
    constexpr std::size_t kShortestId = 8;  // shorter ones may be words
    const std::size_t length = run_length(text, is_hex);
    const bool is_whole = length == text.size() || !is_word(text[length]);
    const std::string_view word = text.substr(0, length);
    const bool has_digit = std::any_of(word.begin(), word.end(), is_digit);
    return length >= kShortestId && is_whole && has_digit ? length : 0;
}

std::size_t number_length(std::string_view text) {
    const std::size_t whole = run_length(text, is_digit);
    if (whole == 0 || text.substr(whole, 1) != ".") return whole;
    const std::size_t fraction = run_length(text.substr(whole + 1), is_digit);
    return fraction == 0 ? whole : whole + 1 + fraction;
}

/// Returns the text that is equal for all scenarios with the same cause.
std::string cause_key(const ScenarioResult& scenario) {
    const std::vector<FindingOfStep> findings = findings_worst_first(scenario);
    if (findings.empty()) return fmt::format("{}\n{}", scenario.known, cause_text(scenario));
    return fmt::format("{} {}\n{}",
                       to_text(scenario.verdict),
                       scenario.known,
                       cause_text(*findings.front().finding));
}

}  // namespace

std::string without_values(std::string_view text) {
    struct ValueForm {
        std::size_t (*length)(std::string_view);
        std::string_view name;
        bool within_words;
    };
    constexpr std::array kForms{ValueForm{time_length, "TIME", false},
                                ValueForm{id_length, "ID", false},
                                ValueForm{number_length, "N", true}};
    std::string out;
    bool in_word = false;
    while (!text.empty()) {
        std::size_t length = 0;
        for (const ValueForm& form : kForms) {
            if (in_word && !form.within_words) continue;
            length = form.length(text);
            if (length == 0) continue;
            out += form.name;
            break;
        }
        if (length == 0) out += text[length++];
        in_word = is_word(text[length - 1]);
        text.remove_prefix(length);
    }
    return out;
}

std::string cause_text(const Finding& finding) {
    return fmt::format("{}: {} ({}): expected {}, got {}",
                       to_text(finding.verdict),
                       finding.code,
                       join(finding.requirements, " "),
                       without_values(finding.expected),
                       without_values(finding.got));
}

std::string cause_text(const ScenarioResult& scenario) {
    return fmt::format("{}: {}", to_text(scenario.verdict), without_values(scenario.reason));
}

std::vector<FindingOfStep> findings_worst_first(const ScenarioResult& scenario) {
    std::vector<FindingOfStep> located;
    for (const StepResult& step : scenario.steps) {
        for (const Finding& finding : step.findings) located.push_back({&step, &finding});
    }
    std::stable_sort(
        located.begin(), located.end(), [](const FindingOfStep& a, const FindingOfStep& b) {
            return importance(a.finding->verdict) < importance(b.finding->verdict);
        });
    return located;
}

std::vector<FailureCause> failure_causes(const RunResult& result) {
    std::vector<FailureCause> causes;
    std::map<std::string, std::size_t> indices;
    for (const ScenarioResult& scenario : result.scenarios) {
        if (scenario.verdict == Verdict::kPassed || scenario.verdict == Verdict::kSkipped) continue;
        const auto [found, is_new] = indices.try_emplace(cause_key(scenario), causes.size());
        if (is_new) causes.push_back({scenario.verdict, scenario.known, {}});
        causes[found->second].scenarios.push_back(&scenario);
    }
    std::stable_sort(
        causes.begin(), causes.end(), [](const FailureCause& a, const FailureCause& b) {
            if (importance(a) != importance(b)) return importance(a) < importance(b);
            return a.scenarios.size() > b.scenarios.size();
        });
    return causes;
}

}  // namespace plumbline::reports
