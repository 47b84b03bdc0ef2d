#include "conformance/workflow/readers/readers.hpp"

#include "conformance/expressions/expressions.hpp"
#include "conformance/workflow/readers/expression_types.hpp"
#include "spec/json/access.hpp"
#include "spec/json/pointer.hpp"
#include "spec/json/print.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace plumbline::workflow {

SourceRef ReadingContext::where(const DocumentNode& node) const {
    return problems.document().where(node.pointer);
}

void report_error(const ReadingContext& reading,
                  const DocumentNode& node,
                  std::string message,
                  std::string fix) {
    reading.problems.add(ProblemSeverity::kError,
                         ErrorCode::kInvalid,
                         node.pointer,
                         std::move(message),
                         std::move(fix));
}

std::optional<std::int64_t> read_integer(const ReadingContext& reading,
                                         const DocumentNode& owner,
                                         std::string_view key,
                                         std::int64_t least,
                                         std::int64_t most) {
    const Json* value = member(*owner.value, key);
    if (!value || !value->is_number_integer()) return {};
    const auto number = as_integer(*value);
    if (number && *number >= least && *number <= most) return number;
    report_error(reading,
                 owner.child(key, *value),
                 fmt::format("{} is {}", key, to_short_text(*value)),
                 fmt::format("give a whole number from {} to {}", least, most));
    return {};
}

std::optional<ReusableEntry> resolve_reusable(const ReadingContext& reading,
                                              const DocumentNode& entry,
                                              std::string_view section) {
    if (!member(*entry.value, "reference")) {
        if (!entry.value->is_object()) return {};
        return ReusableEntry{entry, {}};
    }
    const std::string text = text_at(entry, "reference");
    if (text.empty()) return {};
    const std::string prefix = fmt::format("$components.{}.", section);
    if (text.rfind(prefix, 0) != 0) {
        reading.problems.add(ProblemSeverity::kError,
                             ErrorCode::kInvalid,
                             entry.pointer + "/reference",
                             fmt::format("{} is not a reference to components.{}", text, section),
                             fmt::format("write `reference: {}NAME`", prefix));
        return {};
    }
    const std::string name = text.substr(prefix.size());
    std::vector<std::string> known;
    const Json* components = member(*reading.root.value, "components");
    const DocumentNode node =
        components ? reading.root.child("components", *components) : reading.root;
    for (DocumentMember& component : members_at(node, section)) {
        if (component.key == name) {
            if (!component.node.value->is_object()) return {};
            const Json* value = member(*entry.value, "value");
            if (!value) return ReusableEntry{component.node, {}};
            return ReusableEntry{component.node, entry.child("value", *value)};
        }
        known.push_back(component.key);
    }
    reading.problems.add(ProblemSeverity::kError,
                         ErrorCode::kNotFound,
                         entry.pointer + "/reference",
                         fmt::format("there is no component {}", text),
                         suggestion(name, known));
    return {};
}

expressions::Template read_template(const ReadingContext& reading, const DocumentNode& node) {
    const auto locate = [&](const std::string& inner) {
        return reading.problems.document().where(node.pointer + inner);
    };
    auto parsed = expressions::Template::parse(*node.value, reading.where(node), locate);
    if (!parsed) {
        reading.problems.add(ProblemSeverity::kError, parsed.error());
        return {};
    }
    check_selectors(reading, node);
    for (Error& warning : parsed->warnings()) {
        reading.problems.add(ProblemSeverity::kWarning, std::move(warning));
    }
    return *std::move(parsed);
}

namespace {

/// Returns whether the Selector Object of an output can be read; the structure check reports
/// missing members.
bool is_complete_selector(const ReadingContext& reading, const DocumentMember& output) {
    if (expressions::is_selector_object(*output.node.value)) return true;
    const std::string context = text_at(output.node, "context");
    const bool is_whole = !context.empty() && !text_at(output.node, "selector").empty() &&
                          member(*output.node.value, "type");
    if (is_whole) {
        reading.problems.add(ProblemSeverity::kError,
                             ErrorCode::kSyntax,
                             output.node.pointer + "/context",
                             fmt::format("the context {} is not an expression", context),
                             "an expression begins with `$`, e.g. `$response.body`");
    }
    return false;
}

}  // namespace

std::vector<OutputDefinition> read_outputs(const ReadingContext& reading,
                                           const DocumentNode& owner) {
    std::vector<OutputDefinition> outputs;
    for (const DocumentMember& output : members_at(owner, "outputs")) {
        if (output.node.value->is_object()) {
            if (is_complete_selector(reading, output)) {
                outputs.push_back(
                    {output.key, read_template(reading, output.node), reading.where(output.node)});
            }
            continue;
        }
        const std::string text = as_string(*output.node.value).value_or("$");
        if (text.find('$') == std::string::npos) {
            reading.problems.add(
                ProblemSeverity::kWarning,
                ErrorCode::kInvalid,
                output.node.pointer,
                fmt::format("output {} is the fixed text \"{}\"", output.key, text),
                "an expression begins with `$`, e.g. `$response.body#/id`");
        }
        outputs.push_back(
            {output.key, read_template(reading, output.node), reading.where(output.node)});
    }
    return outputs;
}

std::string read_workflow_name(const ReadingContext& reading, const DocumentNode& node) {
    const std::string name = as_string(*node.value).value_or("");
    if (name.rfind('$', 0) != 0) return name;
    return reading.sources.is_workflow_reference(node, reading.problems) ? name : "";
}

std::optional<ExternalStep> parse_external_step(std::string_view written) {
    constexpr std::string_view kHere = "$workflows.";
    constexpr std::string_view kSteps = ".steps.";
    const std::size_t at = written.rfind(kSteps);
    if (at == std::string_view::npos || at + kSteps.size() == written.size()) return {};
    std::string_view workflow = written.substr(0, at);
    if (workflow.starts_with(kHere)) {
        workflow.remove_prefix(kHere.size());
    } else if (!parse_foreign_workflow(workflow)) {
        return {};
    }
    return ExternalStep{std::string(workflow), std::string(written.substr(at + kSteps.size())), {}};
}

std::string parse_step_dependency(const std::string& written) {
    constexpr std::string_view kSteps = "$steps.";
    return written.rfind(kSteps, 0) == 0 ? written.substr(kSteps.size()) : written;
}

}  // namespace plumbline::workflow
