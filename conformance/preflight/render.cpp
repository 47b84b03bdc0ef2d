#include "conformance/preflight/preflight.hpp"
#include "reports/reports.hpp"
#include "spec/base/text.hpp"
#include "spec/base/wrapped_text.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace plumbline::preflight {
namespace {

/// Checks with the same text for several areas are shown once.
struct CheckLine {
    PreflightCheck check;
    std::vector<std::string> areas;
};

std::vector<CheckLine> check_lines(const PreflightResult& result) {
    std::vector<CheckLine> lines;
    for (const PreflightCheck& check : result.checks) {
        const auto known = std::ranges::find_if(lines, [&](const CheckLine& line) {
            // Times differ for each area and say nothing new.
            const bool is_same_text = line.check.detail == check.detail || check.name == "tcp";
            return line.check.name == check.name && line.check.outcome == check.outcome &&
                   is_same_text;
        });
        if (known != lines.end()) {
            known->areas.push_back(check.area);
        } else {
            lines.push_back({check, {check.area}});
        }
    }
    return lines;
}

/// Returns text on one line, with its end: that may be the remedy.
std::string line_of(const std::string& text) {
    return reports::one_line(text, reports::kMaxReason);
}

/// Returns a line of a profile, which is copied: it may be broken only behind the commas of a YAML
/// mapping. A comment is wrapped.
std::string gain_line(const std::string& first, const std::string& line) {
    constexpr std::string_view kComment = "# ";
    const std::string shown = line_of(line);
    if (!shown.starts_with(kComment)) {
        constexpr std::size_t kIndent = 4;
        return wrapped_list(first, shown, first.size() + shown.find_first_not_of(' ') + kIndent);
    }
    const std::string lines =
        wrapped(first + "# ", shown.substr(kComment.size()), first.size() + kComment.size());
    const std::string indent = '\n' + std::string(first.size(), ' ');
    return replace_all(lines, indent + "  ", indent + "# ");
}

std::string gain_lines(const ScenarioGains& gains) {
    std::string text;
    for (const ScenarioGain& gain : gains.gains) {
        text += gain_line(fmt::format("  +{:<4} ", gain.scenarios), gain.lines.front());
        for (std::size_t i = 1; i < gain.lines.size(); ++i)
            text += gain_line("        ", gain.lines[i]);
    }
    return text.empty() ? "" : "settings that add scenarios (profile, docs/targets.md):\n" + text;
}

}  // namespace

std::string render_checks(const runner::Target& target, const PreflightResult& result) {
    std::string text = fmt::format("target {}\n", reports::one_line(target.title));
    for (const CheckLine& line : check_lines(result)) {
        const std::string first =
            fmt::format("  {:<11}  {:<12}  ", to_text(line.check.outcome), line.check.name);
        text += wrapped(first,
                        fmt::format("{} ({})", line_of(line.check.detail), join(line.areas, ", ")),
                        first.size());
        if (!line.check.remedy.empty() && line.check.outcome != CheckOutcome::kOk)
            text +=
                wrapped(std::string(first.size(), ' '), line_of(line.check.remedy), first.size());
    }
    return text;
}

std::string render_gains(const ScenarioGains& gains) {
    std::string text = fmt::format("scenarios: {} of {} can be played now", gains.now, gains.total);
    if (gains.with_writes > gains.now)
        text += fmt::format(", {} with --allow-writes", gains.with_writes);
    if (gains.needs_control > 0)
        text += fmt::format("; {} need the control interface of a mock", gains.needs_control);
    return wrapped("", text, 4) + gain_lines(gains);
}

std::string render_text(const runner::Target& target,
                        const PreflightResult& result,
                        const ScenarioGains& gains) {
    return render_checks(target, result) + render_gains(gains);
}

Json render_json(const runner::Target& target,
                 const PreflightResult& result,
                 const ScenarioGains& gains) {
    Json checks = Json::array();
    for (const PreflightCheck& check : result.checks) {
        checks.push_back({{"name", check.name},
                          {"area", check.area},
                          {"outcome", std::string(to_text(check.outcome))},
                          {"detail", check.detail},
                          {"remedy", check.remedy}});
    }
    Json settings = Json::array();
    for (const ScenarioGain& gain : gains.gains)
        settings.push_back({{"lines", gain.lines}, {"scenarios", gain.scenarios}});
    const PreflightCheck* blocking = result.blocking_check();
    return {{"target", target.title},
            {"testable", blocking == nullptr},
            {"requests", result.requests},
            {"checks", checks},
            {"scenarios",
             {{"total", gains.total},
              {"now", gains.now},
              {"with_writes", gains.with_writes},
              {"needs_control", gains.needs_control}}},
            {"settings", settings}};
}

}  // namespace plumbline::preflight
