// The lookup of operations and workflows in the source descriptions of a suite.

#include "conformance/workflow/documents/path_reference.hpp"
#include "conformance/workflow/documents/source_descriptions.hpp"
#include "spec/base/text.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace plumbline::workflow {
namespace {

constexpr std::string_view kPrefix = "$sourceDescriptions.";

std::vector<std::string> operation_ids(const ApiDocument& api) {
    std::vector<std::string> ids;
    for (const Operation& operation : api.operations()) ids.push_back(operation.id);
    return ids;
}

using UnreadOperations = std::vector<UnreadableOperation>;

/// Returns the fix for a missing operation: the reason if it could not be read, else the name that
/// it may be a misspelling of.
std::string missing_operation_fix(const UnreadableOperation* unread,
                                  const std::string& word,
                                  const std::vector<std::string>& known) {
    if (!unread) return suggestion(word, known);
    return fmt::format(
        "{} of the document cannot be read: {}", unread->path, to_text(unread->error));
}

/// Returns the unread operation with this id, else one that may have it: the ids of an unread path
/// are not known.
const UnreadableOperation* unread_by_id(const UnreadOperations& unread, const std::string& id) {
    auto found = std::find_if(
        unread.begin(), unread.end(), [&](const UnreadableOperation& one) { return one.id == id; });
    if (found == unread.end())
        found = std::find_if(unread.begin(), unread.end(), [](const UnreadableOperation& one) {
            return one.method.empty();
        });
    return found == unread.end() ? nullptr : &*found;
}

const UnreadableOperation* unread_by_path(const UnreadOperations& unread,
                                          const std::string& path,
                                          const std::string& method) {
    const auto found =
        std::find_if(unread.begin(), unread.end(), [&](const UnreadableOperation& one) {
            return one.path == path && (one.method.empty() || one.method == method);
        });
    return found == unread.end() ? nullptr : &*found;
}

/// Documents of this type are not read, and no step can run their operations.
constexpr std::string_view kMessageType = "asyncapi";

SourceOperation unsupported_operation(const Source& source,
                                      const DocumentNode& node,
                                      const ProblemCollector& problems) {
    return {nullptr,
            nullptr,
            source.name,
            "",
            Error{ErrorCode::kUnsupported,
                  fmt::format("messages are not supported: source description {} is of type {}",
                              source.name,
                              source.type),
                  problems.document().where(node.pointer),
                  {"only sources of type openapi and arazzo are supported"}}};
}

/// Reports a path that does not point into the document of a source.
void report_invalid_path(const std::string& text,
                         std::string_view noun,
                         std::string_view example,
                         const DocumentNode& node,
                         ProblemCollector& problems) {
    problems.add(ProblemSeverity::kError,
                 ErrorCode::kSyntax,
                 node.pointer,
                 fmt::format("{} is not a valid {}Path", text, noun),
                 fmt::format("write `{{$sourceDescriptions.NAME.url}}#/{}`", example));
}

}  // namespace

const SourceDescriptions::SourceEntry* SourceDescriptions::find_entry(
    const std::string& name, const DocumentNode& node, ProblemCollector& problems) const {
    const auto found =
        std::find_if(entries_.begin(), entries_.end(), [&](const SourceEntry& entry) {
            return entry.source.name == name;
        });
    if (found == entries_.end()) {
        problems.add(ProblemSeverity::kError,
                     ErrorCode::kNotFound,
                     node.pointer,
                     fmt::format("there is no source description named {}", name),
                     suggestion(name, names()));
        return nullptr;
    }
    return found->failed ? nullptr : &*found;
}

const SourceDescriptions::SourceEntry* SourceDescriptions::find_usable_entry(
    const std::string& name, const DocumentNode& node, ProblemCollector& problems) const {
    const SourceEntry* found = find_entry(name, node, problems);
    if (!found || found->source.type == kMessageType) return found;
    if (!found->source.api) {
        problems.add(ProblemSeverity::kError,
                     ErrorCode::kUnsupported,
                     node.pointer,
                     fmt::format("source description {} is of type {}", name, found->source.type),
                     found->source.type == kSuiteType
                         ? "it has workflows: `workflowId: $sourceDescriptions.NAME.WORKFLOW_ID`"
                         : "steps can use sources of type openapi and arazzo only");
        return nullptr;
    }
    return found;
}

bool SourceDescriptions::is_workflow_reference(const DocumentNode& node,
                                               ProblemCollector& problems) const {
    const std::string text = node.value->get<std::string>();
    const auto foreign = parse_foreign_workflow(text);
    const bool is_whole = foreign && !foreign->source.empty() && !foreign->id.empty();
    if (!is_whole || foreign->id.front() == '$') {
        problems.add(ProblemSeverity::kError,
                     ErrorCode::kSyntax,
                     node.pointer,
                     fmt::format("{} names no workflow", text),
                     "write the id of a workflow of this document, or "
                     "`$sourceDescriptions.NAME.WORKFLOW_ID`");
        return false;
    }
    const SourceEntry* found = find_entry(foreign->source, node, problems);
    if (!found || found->source.type == kSuiteType) return found != nullptr;
    problems.add(
        ProblemSeverity::kError,
        ErrorCode::kUnsupported,
        node.pointer,
        fmt::format("source description {} is of type {}", foreign->source, found->source.type),
        "only sources of type arazzo have workflows");
    return false;
}

std::optional<SourceOperation> SourceDescriptions::find_by_id(const DocumentNode& node,
                                                              ProblemCollector& problems) const {
    const std::string text = node.value->get<std::string>();
    if (text.rfind(kPrefix, 0) != 0) return search_all(text, node, problems);
    const std::string rest = text.substr(kPrefix.size());
    const std::size_t dot = rest.find('.');
    if (dot == std::string::npos) {
        problems.add(ProblemSeverity::kError,
                     ErrorCode::kSyntax,
                     node.pointer,
                     fmt::format("{} names a source but no operation", text),
                     "write `$sourceDescriptions.NAME.OPERATION_ID`");
        return {};
    }
    const SourceEntry* entry = find_usable_entry(rest.substr(0, dot), node, problems);
    if (!entry) return {};
    if (!entry->source.api) return unsupported_operation(entry->source, node, problems);
    const std::string id = rest.substr(dot + 1);
    if (const Operation* operation = entry->source.api->find_operation(id)) {
        return SourceOperation{
            operation, entry->source.api, entry->source.name, entry->source.server_url};
    }
    problems.add(ProblemSeverity::kError,
                 ErrorCode::kNotFound,
                 node.pointer,
                 fmt::format("source {} has no operation {}", entry->source.name, id),
                 missing_operation_fix(unread_by_id(entry->source.api->unreadable_operations(), id),
                                       id,
                                       operation_ids(*entry->source.api)));
    return {};
}

std::optional<SourceOperation> SourceDescriptions::search_all(const std::string& id,
                                                              const DocumentNode& node,
                                                              ProblemCollector& problems) const {
    std::vector<SourceOperation> found;
    std::vector<std::string> known;
    UnreadOperations unread;
    std::vector<std::string> qualified;
    bool complete = true;
    const Source* messages = nullptr;
    for (const SourceEntry& entry : entries_) {
        if (entry.source.type == kMessageType) messages = &entry.source;
        complete = complete && !entry.failed;
        if (!entry.source.api) continue;
        for (std::string& name : operation_ids(*entry.source.api)) known.push_back(std::move(name));
        const auto& api_unread = entry.source.api->unreadable_operations();
        unread.insert(unread.end(), api_unread.begin(), api_unread.end());
        const Operation* operation = entry.source.api->find_operation(id);
        if (!operation) continue;
        found.push_back({operation, entry.source.api, entry.source.name, entry.source.server_url});
        qualified.push_back(fmt::format("{}{}.{}", kPrefix, entry.source.name, id));
    }
    if (found.size() == 1) return found.front();
    if (found.empty() && messages) return unsupported_operation(*messages, node, problems);
    if (found.empty() && complete) {
        problems.add(ProblemSeverity::kError,
                     ErrorCode::kNotFound,
                     node.pointer,
                     fmt::format("no source description has an operation {}", id),
                     missing_operation_fix(unread_by_id(unread, id), id, known));
    }
    if (found.size() > 1) {
        problems.add(ProblemSeverity::kError,
                     ErrorCode::kInvalid,
                     node.pointer,
                     fmt::format("operation {} is in more than one source description", id),
                     "write one of them in full: " + join(qualified, " or "));
    }
    return {};
}

std::optional<SourceOperation> SourceDescriptions::find_by_path(const DocumentNode& node,
                                                                ProblemCollector& problems) const {
    const std::string text = node.value->get<std::string>();
    const auto report_invalid = [&] {
        report_invalid_path(text, "operation", "paths/~1the~1path/METHOD", node, problems);
        return std::nullopt;
    };
    const auto reference = parse_path_reference(text);
    if (!reference) return report_invalid();
    const SourceEntry* entry = find_usable_entry(reference->source, node, problems);
    if (!entry) return {};
    if (!entry->source.api) return unsupported_operation(entry->source, node, problems);
    if (reference->pointer.tokens().size() != 3 || reference->pointer.tokens()[0] != "paths")
        return report_invalid();
    const std::string& path = reference->pointer.tokens()[1];
    const std::string& method = reference->pointer.tokens()[2];
    std::vector<std::string> known;
    for (const Operation& operation : entry->source.api->operations()) {
        if (operation.path.text() == path && to_lower(operation.method) == method) {
            return SourceOperation{
                &operation, entry->source.api, entry->source.name, entry->source.server_url};
        }
        known.push_back(to_lower(operation.method) + ' ' + operation.path.text());
    }
    problems.add(ProblemSeverity::kError,
                 ErrorCode::kNotFound,
                 node.pointer,
                 fmt::format("source {} has no {} {}", entry->source.name, method, path),
                 missing_operation_fix(
                     unread_by_path(entry->source.api->unreadable_operations(), path, method),
                     method + ' ' + path,
                     known));
    return {};
}

std::optional<SourceOperation> SourceDescriptions::find_by_channel(
    const DocumentNode& node, ProblemCollector& problems) const {
    const std::string text = node.value->get<std::string>();
    const auto reference = parse_path_reference(text);
    if (!reference) {
        report_invalid_path(text, "channel", "channels/NAME", node, problems);
        return {};
    }
    const SourceEntry* entry = find_entry(reference->source, node, problems);
    if (!entry) return {};
    if (entry->source.type == kMessageType)
        return unsupported_operation(entry->source, node, problems);
    problems.add(ProblemSeverity::kError,
                 ErrorCode::kInvalid,
                 node.pointer,
                 fmt::format("source description {} is of type {} and has no channels",
                             reference->source,
                             entry->source.type),
                 "name a source of type asyncapi, or call an operation with operationId");
    return {};
}

}  // namespace plumbline::workflow
