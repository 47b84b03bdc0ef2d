#include "conformance/workflow/sources.hpp"

#include "conformance/workflow/base_file.hpp"
#include "spec/base/text.hpp"
#include "spec/http/url.hpp"
#include "spec/json/pointer.hpp"

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

/// The two halves of an operationPath: which source, and where in it.
struct PathReference {
    std::string source;
    JsonPointer pointer;
};

/// Takes `{$sourceDescriptions.NAME.url}#/...`, the same without braces, and
/// `$sourceDescriptions.NAME#/...`.
std::optional<PathReference> parse_path_reference(std::string_view text) {
    const std::size_t hash = text.find('#');
    if (hash == std::string_view::npos) return {};
    std::string_view front = text.substr(0, hash);
    if (front.size() > 2 && front.front() == '{' && front.back() == '}') {
        front = front.substr(1, front.size() - 2);
    }
    if (front.substr(0, kPrefix.size()) != kPrefix) return {};
    front.remove_prefix(kPrefix.size());
    if (front.size() > 4 && front.substr(front.size() - 4) == ".url") front.remove_suffix(4);
    const auto fragment = http::percent_decode(text.substr(hash + 1));
    if (!fragment) return {};
    const auto pointer = JsonPointer::parse(*fragment);
    if (!pointer || pointer->tokens().size() != 3 || pointer->tokens()[0] != "paths") return {};
    return PathReference{std::string(front), *pointer};
}

}  // namespace

Sources::Sources(const Node& document, const SourceLoader& loader, Problems& problems) {
    for (const Node& node : elements_at(document, "sourceDescriptions")) {
        read(node, loader, problems);
    }
}

void Sources::read(const Node& node, const SourceLoader& loader, Problems& problems) {
    Entry entry;
    entry.source.name = text_at(node, "name");
    entry.source.url = text_at(node, "url");
    entry.source.where = problems.document().where(node.pointer);
    entry.source.type = text_at(node, "type");
    if (entry.source.name.empty() || entry.source.url.empty()) return;
    const std::vector<std::string> known = names();
    if (std::find(known.begin(), known.end(), entry.source.name) != known.end()) {
        problems.add(Severity::kError,
                     ErrorCode::kInvalid,
                     node.pointer + "/name",
                     fmt::format("there are two source descriptions named {}", entry.source.name),
                     "give each a name of its own");
        return;
    }
    load(entry, node, loader, problems);
    entries_.push_back(std::move(entry));
}

void Sources::load(Entry& entry,
                   const Node& node,
                   const SourceLoader& loader,
                   Problems& problems) const {
    if (entry.source.type.empty()) {
        problems.add(Severity::kAdvice,
                     ErrorCode::kInvalid,
                     node.pointer,
                     fmt::format("source description {} has no type", entry.source.name),
                     "write `type: openapi`; other runners insist on it");
        entry.source.type = "openapi";
    }
    const std::vector<std::string> kinds{"openapi", "arazzo", "asyncapi"};
    if (std::find(kinds.begin(), kinds.end(), entry.source.type) == kinds.end()) {
        entry.broken = true;
        problems.add(Severity::kError,
                     ErrorCode::kInvalid,
                     node.pointer + "/type",
                     fmt::format("unknown type of source description: {}", entry.source.type),
                     suggestion(entry.source.type, kinds));
    }
    if (entry.source.type == "asyncapi")
        refuse_in_1_0(problems, node.pointer + "/type", "sources of type asyncapi came");
    if (entry.source.type != "openapi") return;
    auto api = loader(entry.source.name, entry.source.url, base_file(problems.document()));
    if (api) {
        entry.source.api = std::move(*api);
        return;
    }
    entry.broken = true;
    problems.add(
        Severity::kError,
        api.error().code,
        node.pointer + "/url",
        fmt::format(
            "source description {} cannot be loaded from {}", entry.source.name, entry.source.url),
        to_text(api.error()));
}

std::vector<Source> Sources::all() const {
    std::vector<Source> sources;
    for (const Entry& entry : entries_) sources.push_back(entry.source);
    return sources;
}

std::vector<std::string> Sources::names() const {
    std::vector<std::string> names;
    for (const Entry& entry : entries_) names.push_back(entry.source.name);
    return names;
}

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
    if (!found) return nullptr;
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
    const std::string id = rest.substr(dot + 1);
    if (const Operation* operation = entry->source.api->find_operation(id)) {
        return FoundOperation{operation, entry->source.api, entry->source.name};
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
    for (const Entry& entry : entries_) {
        complete = complete && !entry.broken;
        if (!entry.source.api) continue;
        for (std::string& name : operation_ids(*entry.source.api)) known.push_back(std::move(name));
        const auto& left_out = entry.source.api->unread_operations();
        unread.insert(unread.end(), left_out.begin(), left_out.end());
        const Operation* operation = entry.source.api->find_operation(id);
        if (!operation) continue;
        found.push_back({operation, entry.source.api, entry.source.name});
        qualified.push_back(fmt::format("{}{}.{}", kPrefix, entry.source.name, id));
    }
    if (found.size() == 1) return found.front();
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
    const auto reference = parse_path_reference(text);
    if (!reference) {
        problems.add(Severity::kError,
                     ErrorCode::kSyntax,
                     node.pointer,
                     fmt::format("{} is no operation path", text),
                     "write `{$sourceDescriptions.NAME.url}#/paths/~1the~1path/METHOD`");
        return {};
    }
    const Entry* entry = usable(reference->source, node, problems);
    if (!entry) return {};
    const std::string& path = reference->pointer.tokens()[1];
    const std::string& method = reference->pointer.tokens()[2];
    std::vector<std::string> known;
    for (const Operation& operation : entry->source.api->operations()) {
        if (operation.path.text() == path && to_lower(operation.method) == method) {
            return FoundOperation{&operation, entry->source.api, entry->source.name};
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

}  // namespace plumbline::workflow
