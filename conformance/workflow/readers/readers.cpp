#include "conformance/workflow/readers/readers.hpp"

#include "conformance/workflow/documents/source_lookup.hpp"
#include "conformance/workflow/readers/expression_types.hpp"
#include "spec/json/access.hpp"
#include "spec/json/print.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace plumbline::workflow {
namespace {

/// Returns whether the Selector Object of an output can be read; the structure check reports
/// missing members.
bool is_complete_selector(const DocumentNode& output) {
    if (expressions::is_selector_object(*output.value)) return true;
    const std::string context = output.text("context");
    if (!context.empty() && !output.text("selector").empty() && output.has("type"))
        output["context"].error(fmt::format("the context {} is not an expression", context),
                                "an expression begins with `$`, e.g. `$response.body`",
                                ErrorCode::kSyntax);
    return false;
}

}  // namespace

void report_unknown_keyword(const DocumentNode& node,
                            std::string_view noun,
                            const std::vector<std::string>& known) {
    if (node.value->is_string())
        node.error(fmt::format("unknown {}: {}", noun, node.text()),
                   suggestion(node.text(), known));
}

std::optional<std::int64_t> read_integer(const DocumentNode& node,
                                         std::int64_t least,
                                         std::int64_t most) {
    if (!node.value->is_number_integer()) return {};
    const auto number = as_integer(*node.value);
    if (number && *number >= least && *number <= most) return number;
    node.error(fmt::format("{} is {}", node.key, to_short_text(*node.value)),
               fmt::format("give a whole number from {} to {}", least, most));
    return {};
}

std::optional<std::chrono::milliseconds> read_duration(const DocumentNode& node) {
    const auto number = read_integer(node, 1, kLongestWaitInMs);
    return number ? std::optional(std::chrono::milliseconds(*number)) : std::nullopt;
}

std::optional<std::uint64_t> read_event_count(const DocumentNode& node, std::int64_t least) {
    constexpr std::int64_t kMostEvents = 1'000'000'000;
    const auto number = read_integer(node, least, kMostEvents);
    return number ? std::optional(static_cast<std::uint64_t>(*number)) : std::nullopt;
}

std::optional<ReusableEntry> resolve_reusable(const DocumentNode& entry, std::string_view section) {
    if (!entry.has("reference")) {
        if (!entry.value->is_object()) return {};
        return ReusableEntry{entry, {}};
    }
    const DocumentNode reference = entry["reference"];
    const std::string text = reference.text();
    if (text.empty()) return {};
    const std::string prefix = fmt::format("$components.{}.", section);
    if (!text.starts_with(prefix)) {
        reference.error(fmt::format("{} is not a reference to components.{}", text, section),
                        fmt::format("write `reference: {}NAME`", prefix));
        return {};
    }
    const std::string name = text.substr(prefix.size());
    const DocumentNode components = DocumentNode::root(*entry.problems)["components"][section];
    if (const DocumentNode component = components[name]; component.exists()) {
        if (!component.value->is_object()) return {};
        if (!entry.has("value")) return ReusableEntry{component, {}};
        return ReusableEntry{component, entry["value"]};
    }
    reference.error(fmt::format("there is no component {}", text),
                    suggestion(name, names_of(components.members(), &DocumentNode::key)),
                    ErrorCode::kNotFound);
    return {};
}

expressions::Template read_template(const DocumentNode& node) {
    const auto locate = [&](const std::string& inner) {
        return node.problems->document().where(node.pointer + inner);
    };
    auto parsed = expressions::Template::parse(*node.value, node.where(), locate, grammar_of(node));
    if (!parsed) {
        node.problems->add(ProblemSeverity::kError, parsed.error());
        return {};
    }
    check_selectors(node);
    for (Error& warning : parsed->warnings())
        node.problems->add(ProblemSeverity::kWarning, std::move(warning));
    return *std::move(parsed);
}

std::vector<OutputDefinition> read_outputs(const DocumentNode& outputs) {
    std::vector<OutputDefinition> definitions;
    for (const DocumentNode& output : outputs.members()) {
        if (output.value->is_object() && !is_complete_selector(output)) continue;
        const std::string text = output.text();
        if (output.value->is_string() && text.find('$') == std::string::npos)
            output.warning(fmt::format("output {} is the fixed text \"{}\"", output.key, text),
                           "an expression begins with `$`, e.g. `$response.body#/id`");
        definitions.push_back({output.key, read_template(output), output.where()});
    }
    return definitions;
}

std::string read_workflow_name(const ReadingContext& reading, const DocumentNode& node) {
    const std::string name = node.text();
    const bool is_known = !name.starts_with('$') || is_workflow_reference(reading.sources, node);
    return is_known ? name : "";
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
    return written.starts_with(kSteps) ? written.substr(kSteps.size()) : written;
}

}  // namespace plumbline::workflow
