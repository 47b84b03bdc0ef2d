// How the steps of a suite find operations and workflows in its source descriptions.

#include "conformance/workflow/path_reference.hpp"
#include "conformance/workflow/sources.hpp"
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

using Unread = std::vector<UnreadOperation>;

/// Returns how to mend an operation that is not there: why it could not be read, if that is so,
/// else what it may be misspelt of.
std::string mend_of_missing(const UnreadOperation* unread,
                            const std::string& word,
                            const std::vector<std::string>& known) {
    if (!unread) return suggestion(word, known);
    return fmt::format("{} of its document cannot be read: {}", unread->path, to_text(unread->why));
}

/// Returns the operation with this id, else one that may have it: of a path, no ids are known.
const UnreadOperation* unread_by_id(const Unread& unread, const std::string& id) {
    auto found = std::find_if(
        unread.begin(), unread.end(), [&](const UnreadOperation& one) { return one.id == id; });
    if (found == unread.end())
        found = std::find_if(unread.begin(), unread.end(), [](const UnreadOperation& one) {
            return one.method.empty();
        });
    return found == unread.end() ? nullptr : &*found;
}

const UnreadOperation* unread_by_path(const Unread& unread,
                                      const std::string& path,
                                      const std::string& method) {
    const auto found = std::find_if(unread.begin(), unread.end(), [&](const UnreadOperation& one) {
        return one.path == path && (one.method.empty() || one.method == method);
    });
    return found == unread.end() ? nullptr : &*found;
}

/// Of a document of such a type nothing is read: what is in it is not known, and no step plays it.
constexpr std::string_view kMessages = "asyncapi";

FoundOperation unplayable(const Source& source, const Node& node, const Problems& problems) {
    return {nullptr,
            nullptr,
            source.name,
            "",
            Error{ErrorCode::kUnsupported,
                  fmt::format("messages are not supported: source description {} is of type {}",
                              source.name,
                              source.type),
                  problems.document().where(node.pointer),
                  {"steps are played on sources of type openapi and arazzo only"}}};
}

/// Notes a path that does not lead into the document of a source.
void refuse_path(const std::string& text,
                 std::string_view noun,
                 std::string_view example,
                 const Node& node,
                 Problems& problems) {
    problems.add(Severity::kError,
                 ErrorCode::kSyntax,
                 node.pointer,
                 fmt::format("{} is no {} path", text, noun),
                 fmt::format("write `{{$sourceDescriptions.NAME.url}}#/{}`", example));
}

}  // namespace

const Sources::Entry* Sources::known(const std::string& name,
                                     const Node& node,
                                     Problems& problems) const {
    const auto found = std::find_if(entries_.begin(), entries_.end(), [&](const Entry& entry) {
        return entry.source.name == name;
    });
    if (found == entries_.end()) {
        problems.add(Severity::kError,
                     ErrorCode::kNotFound,
                     node.pointer,
                     fmt::format("there is no source description named {}", name),
                     suggestion(name, names()));
        return nullptr;
    }
    return found->broken ? nullptr : &*found;
}

const Sources::Entry* Sources::usable(const std::string& name,
                                      const Node& node,
                                      Problems& problems) const {
    const Entry* found = known(name, node, problems);
    if (!found || found->source.type == kMessages) return found;
    if (!found->source.api) {
        problems.add(Severity::kError,
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

bool Sources::leads_to_suite(const Node& node, Problems& problems) const {
    const std::string text = node.value->get<std::string>();
    const auto foreign = foreign_workflow(text);
    const bool is_whole = foreign && !foreign->source.empty() && !foreign->id.empty();
    if (!is_whole || foreign->id.front() == '$') {
        problems.add(Severity::kError,
                     ErrorCode::kSyntax,
                     node.pointer,
                     fmt::format("{} names no workflow", text),
                     "write the id of one of this document, or "
                     "`$sourceDescriptions.NAME.WORKFLOW_ID`");
        return false;
    }
    const Entry* found = known(foreign->source, node, problems);
    if (!found || found->source.type == kSuiteType) return found != nullptr;
    problems.add(
        Severity::kError,
        ErrorCode::kUnsupported,
        node.pointer,
        fmt::format("source description {} is of type {}", foreign->source, found->source.type),
        "workflows are called in sources of type arazzo");
    return false;
}

std::optional<FoundOperation> Sources::by_id(const Node& node, Problems& problems) const {
    const std::string text = node.value->get<std::string>();
    if (text.rfind(kPrefix, 0) != 0) return search(text, node, problems);
    const std::string rest = text.substr(kPrefix.size());
    const std::size_t dot = rest.find('.');
    if (dot == std::string::npos) {
        problems.add(Severity::kError,
                     ErrorCode::kSyntax,
                     node.pointer,
                     fmt::format("{} names a source but no operation", text),
                     "write `$sourceDescriptions.NAME.OPERATION_ID`");
        return {};
    }
    const Entry* entry = usable(rest.substr(0, dot), node, problems);
    if (!entry) return {};
    if (!entry->source.api) return unplayable(entry->source, node, problems);
    const std::string id = rest.substr(dot + 1);
    if (const Operation* operation = entry->source.api->find_operation(id)) {
        return FoundOperation{
            operation, entry->source.api, entry->source.name, entry->source.server_url};
    }
    problems.add(Severity::kError,
                 ErrorCode::kNotFound,
                 node.pointer,
                 fmt::format("source {} has no operation {}", entry->source.name, id),
                 mend_of_missing(unread_by_id(entry->source.api->unread_operations(), id),
                                 id,
                                 operation_ids(*entry->source.api)));
    return {};
}

std::optional<FoundOperation> Sources::search(const std::string& id,
                                              const Node& node,
                                              Problems& problems) const {
    std::vector<FoundOperation> found;
    std::vector<std::string> known;
    Unread unread;
    std::vector<std::string> qualified;
    bool complete = true;
    const Source* messages = nullptr;
    for (const Entry& entry : entries_) {
        if (entry.source.type == kMessages) messages = &entry.source;
        complete = complete && !entry.broken;
        if (!entry.source.api) continue;
        for (std::string& name : operation_ids(*entry.source.api)) known.push_back(std::move(name));
        const auto& left_out = entry.source.api->unread_operations();
        unread.insert(unread.end(), left_out.begin(), left_out.end());
        const Operation* operation = entry.source.api->find_operation(id);
        if (!operation) continue;
        found.push_back({operation, entry.source.api, entry.source.name, entry.source.server_url});
        qualified.push_back(fmt::format("{}{}.{}", kPrefix, entry.source.name, id));
    }
    if (found.size() == 1) return found.front();
    if (found.empty() && messages) return unplayable(*messages, node, problems);
    if (found.empty() && complete) {
        problems.add(Severity::kError,
                     ErrorCode::kNotFound,
                     node.pointer,
                     fmt::format("no source description has an operation {}", id),
                     mend_of_missing(unread_by_id(unread, id), id, known));
    }
    if (found.size() > 1) {
        problems.add(Severity::kError,
                     ErrorCode::kInvalid,
                     node.pointer,
                     fmt::format("operation {} is in more than one source description", id),
                     "say which: " + join(qualified, " or "));
    }
    return {};
}

std::optional<FoundOperation> Sources::by_path(const Node& node, Problems& problems) const {
    const std::string text = node.value->get<std::string>();
    const auto refuse = [&] {
        refuse_path(text, "operation", "paths/~1the~1path/METHOD", node, problems);
        return std::nullopt;
    };
    const auto reference = parse_path_reference(text);
    if (!reference) return refuse();
    const Entry* entry = usable(reference->source, node, problems);
    if (!entry) return {};
    if (!entry->source.api) return unplayable(entry->source, node, problems);
    if (reference->pointer.tokens().size() != 3 || reference->pointer.tokens()[0] != "paths")
        return refuse();
    const std::string& path = reference->pointer.tokens()[1];
    const std::string& method = reference->pointer.tokens()[2];
    std::vector<std::string> known;
    for (const Operation& operation : entry->source.api->operations()) {
        if (operation.path.text() == path && to_lower(operation.method) == method) {
            return FoundOperation{
                &operation, entry->source.api, entry->source.name, entry->source.server_url};
        }
        known.push_back(to_lower(operation.method) + ' ' + operation.path.text());
    }
    problems.add(
        Severity::kError,
        ErrorCode::kNotFound,
        node.pointer,
        fmt::format("source {} has no {} {}", entry->source.name, method, path),
        mend_of_missing(unread_by_path(entry->source.api->unread_operations(), path, method),
                        method + ' ' + path,
                        known));
    return {};
}

std::optional<FoundOperation> Sources::by_channel(const Node& node, Problems& problems) const {
    const std::string text = node.value->get<std::string>();
    const auto reference = parse_path_reference(text);
    if (!reference) {
        refuse_path(text, "channel", "channels/NAME", node, problems);
        return {};
    }
    const Entry* entry = known(reference->source, node, problems);
    if (!entry) return {};
    if (entry->source.type == kMessages) return unplayable(entry->source, node, problems);
    problems.add(Severity::kError,
                 ErrorCode::kInvalid,
                 node.pointer,
                 fmt::format("source description {} is of type {} and has no channels",
                             reference->source,
                             entry->source.type),
                 "name a source of type asyncapi, or call an operation with operationId");
    return {};
}

}  // namespace plumbline::workflow
