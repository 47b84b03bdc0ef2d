#include "conformance/workflow/documents/source_lookup.hpp"

#include "conformance/workflow/documents/source_descriptions.hpp"
#include "conformance/workflow/documents/tolerated_targets.hpp"
#include "spec/base/text.hpp"
#include "spec/http/url.hpp"
#include "spec/json/pointer.hpp"

#include <fmt/core.h>

#include <algorithm>

namespace plumbline::workflow {
namespace {

constexpr std::string_view kPrefix = "$sourceDescriptions.";

using UnreadOperations = std::vector<UnreadableOperation>;

/// Reports a missing operation. The fix is the reason if it could not be read, else the name that
/// it may be a misspelling of.
void report_missing(const DocumentNode& node,
                    std::string message,
                    const UnreadableOperation* unread,
                    const std::string& word,
                    const std::vector<std::string>& known) {
    node.error(
        std::move(message),
        unread ? fmt::format(
                     "{} of the document cannot be read: {}", unread->path, to_text(unread->error))
               : suggestion(word, known),
        ErrorCode::kNotFound);
}

/// Returns the unread operation with this id, else one that may have it: the ids of an unread path
/// are not known.
const UnreadableOperation* unread_by_id(const UnreadOperations& unread, const std::string& id) {
    const UnreadableOperation* possible = nullptr;
    for (const UnreadableOperation& one : unread) {
        if (one.id == id) return &one;
        if (one.id.empty() && !possible) possible = &one;
    }
    return possible;
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

/// Returns the source, or null if there is none, which is reported, or if it has failed.
const Source* find_source(const std::vector<Source>& sources,
                          std::string_view name,
                          const DocumentNode& node) {
    for (const Source& source : sources) {
        if (source.name == name) return source.failed ? nullptr : &source;
    }
    node.error(fmt::format("there is no source description named {}", name),
               suggestion(name, names_of(sources, &Source::name)),
               ErrorCode::kNotFound);
    return nullptr;
}

/// Returns the source if it has operations, also unsupported ones.
const Source* find_operation_source(const std::vector<Source>& sources,
                                    std::string_view name,
                                    const DocumentNode& node) {
    const Source* found = find_source(sources, name, node);
    if (!found || found->api || found->type == kMessageType) return found;
    node.error(fmt::format("source description {} is of type {}", name, found->type),
               found->type == kSuiteType
                   ? "it has workflows: `workflowId: $sourceDescriptions.NAME.WORKFLOW_ID`"
                   : "steps can use sources of type openapi and arazzo only",
               ErrorCode::kUnsupported);
    return nullptr;
}

/// Takes the only operation that a text in a spelling of its own may mean, and shows the right
/// spelling. Reports several.
std::optional<SourceOperation> take_tolerated(const DocumentNode& node,
                                              const std::vector<ToleratedTarget>& targets) {
    std::vector<std::string> spellings;
    spellings.reserve(targets.size());
    for (const ToleratedTarget& one : targets)
        spellings.push_back(fmt::format("`{}: '{}'`", node.key, one.spelling));
    if (targets.size() == 1) {
        node.warning(fmt::format("Arazzo does not define the {} {}", node.key, node.text()),
                     fmt::format("write {}", spellings.front()));
        return targets.front().target;
    }
    node.error(fmt::format("{} may be more than one operation", node.text()),
               "write one of them in full: " + join(spellings, " or "));
    return {};
}

std::optional<SourceOperation> search_all(const std::vector<Source>& sources,
                                          const DocumentNode& node) {
    const std::string id = node.text();
    std::vector<SourceOperation> found;
    std::vector<std::string> qualified;
    std::vector<std::string> known;
    UnreadOperations unread;
    bool complete = true;
    const Source* messages = nullptr;
    for (const Source& source : sources) {
        if (source.type == kMessageType) messages = &source;
        complete = complete && !source.failed;
        if (!source.api) continue;
        for (const Operation& operation : source.api->operations()) known.push_back(operation.id);
        const auto& api_unread = source.api->unreadable_operations();
        unread.insert(unread.end(), api_unread.begin(), api_unread.end());
        const Operation* operation = source.api->find_operation(id);
        if (!operation) continue;
        found.push_back({&source, operation});
        qualified.push_back(fmt::format("{}{}.{}", kPrefix, source.name, id));
    }
    if (found.size() == 1) return found.front();
    if (found.empty()) {
        const auto tolerated = targets_by_id(sources, id);
        if (!tolerated.empty()) return take_tolerated(node, tolerated);
    }
    if (found.empty() && messages) return SourceOperation{messages, nullptr};
    if (found.empty() && complete)
        report_missing(node,
                       fmt::format("no source description has an operation {}", id),
                       unread_by_id(unread, id),
                       id,
                       known);
    if (found.size() > 1)
        node.error(fmt::format("operation {} is in more than one source description", id),
                   "write one of them in full: " + join(qualified, " or "));
    return {};
}

std::optional<SourceOperation> find_by_id(const std::vector<Source>& sources,
                                          const DocumentNode& node) {
    const std::string text = node.text();
    if (!text.starts_with(kPrefix)) return search_all(sources, node);
    const std::size_t dot = text.find('.', kPrefix.size());
    if (dot == std::string::npos) {
        node.error(fmt::format("{} names a source but no operation", text),
                   "write `$sourceDescriptions.NAME.OPERATION_ID`",
                   ErrorCode::kSyntax);
        return {};
    }
    const std::string name = text.substr(kPrefix.size(), dot - kPrefix.size());
    const Source* source = find_operation_source(sources, name, node);
    if (!source) return {};
    if (!source->api) return SourceOperation{source, nullptr};
    const std::string id = text.substr(dot + 1);
    if (const Operation* operation = source->api->find_operation(id))
        return SourceOperation{source, operation};
    report_missing(node,
                   fmt::format("source {} has no operation {}", name, id),
                   unread_by_id(source->api->unreadable_operations(), id),
                   id,
                   names_of(source->api->operations(), &Operation::id));
    return {};
}

/// An operationPath or channelPath: a source description and a position in its document.
struct PathReference {
    std::string source;
    JsonPointer pointer;
};

/// Parses `{$sourceDescriptions.NAME.url}#/paths/~1things/get`, the same without braces, and
/// `$sourceDescriptions.NAME#/...`; returns nothing for any other text.
std::optional<PathReference> parse_path_reference(std::string_view text) {
    constexpr std::string_view kUrl = ".url";
    const std::size_t hash = text.find('#');
    if (hash == std::string_view::npos) return {};
    std::string_view front = text.substr(0, hash);
    if (front.size() > 2 && front.front() == '{' && front.back() == '}')
        front = front.substr(1, front.size() - 2);
    if (!front.starts_with(kPrefix)) return {};
    front.remove_prefix(kPrefix.size());
    if (front.size() > kUrl.size() && front.ends_with(kUrl)) front.remove_suffix(kUrl.size());
    const auto fragment = http::percent_decode(text.substr(hash + 1));
    if (!fragment) return {};
    const auto pointer = JsonPointer::parse(*fragment);
    if (!pointer || pointer->empty()) return {};
    return PathReference{std::string(front), *pointer};
}

/// Reports a path that does not point into the document of a source.
void report_invalid_path(const DocumentNode& node, std::string_view example) {
    node.error(fmt::format("{} is not a valid {}", node.text(), node.key),
               fmt::format("write `{{$sourceDescriptions.NAME.url}}#/{}`", example),
               ErrorCode::kSyntax);
}

std::optional<SourceOperation> find_by_path(const std::vector<Source>& sources,
                                            const DocumentNode& node) {
    constexpr std::string_view kExample = "paths/~1the~1path/METHOD";
    const auto reference = parse_path_reference(node.text());
    if (!reference) {
        const auto tolerated = targets_by_path(sources, node.text());
        if (!tolerated.empty()) return take_tolerated(node, tolerated);
        // The path may be that of a source that cannot be read, which is reported.
        const bool complete = std::none_of(
            sources.begin(), sources.end(), [](const Source& one) { return one.failed; });
        if (complete || node.text().starts_with('$')) report_invalid_path(node, kExample);
        return {};
    }
    const Source* source = find_operation_source(sources, reference->source, node);
    if (!source) return {};
    if (!source->api) return SourceOperation{source, nullptr};
    const auto& tokens = reference->pointer.tokens();
    const bool is_additional = tokens.size() == 4 && tokens[2] == "additionalOperations";
    if ((tokens.size() != 3 && !is_additional) || tokens[0] != "paths") {
        report_invalid_path(node, kExample);
        return {};
    }
    const std::string& path = tokens[1];
    const std::string method = is_additional ? tokens[2] + '/' + tokens[3] : tokens[2];
    std::vector<std::string> known;
    for (const Operation& operation : source->api->operations()) {
        if (operation.path.text() == path && operation.member == method)
            return SourceOperation{source, &operation};
        known.push_back(operation.member + ' ' + operation.path.text());
    }
    report_missing(node,
                   fmt::format("source {} has no {} {}", source->name, method, path),
                   unread_by_path(source->api->unreadable_operations(), path, method),
                   method + ' ' + path,
                   known);
    return {};
}

std::optional<SourceOperation> find_by_channel(const std::vector<Source>& sources,
                                               const DocumentNode& node) {
    const auto reference = parse_path_reference(node.text());
    if (!reference) {
        report_invalid_path(node, "channels/NAME");
        return {};
    }
    const Source* source = find_source(sources, reference->source, node);
    if (!source) return {};
    if (source->type == kMessageType) return SourceOperation{source, nullptr};
    node.error(
        fmt::format(
            "source description {} is of type {} and has no channels", source->name, source->type),
        "name a source of type asyncapi, or call an operation with operationId");
    return {};
}

}  // namespace

std::optional<SourceOperation> find_operation(const std::vector<Source>& sources,
                                              const DocumentNode& node) {
    if (node.key == "operationId") return find_by_id(sources, node);
    return node.key == "operationPath" ? find_by_path(sources, node)
                                       : find_by_channel(sources, node);
}

bool is_workflow_reference(const std::vector<Source>& sources, const DocumentNode& node) {
    const auto foreign = parse_foreign_workflow(node.text());
    const bool is_whole = foreign && !foreign->source.empty() && !foreign->id.empty();
    if (!is_whole || foreign->id.front() == '$') {
        node.error(fmt::format("{} names no workflow", node.text()),
                   "write the id of a workflow of this document, or "
                   "`$sourceDescriptions.NAME.WORKFLOW_ID`",
                   ErrorCode::kSyntax);
        return false;
    }
    const Source* source = find_source(sources, foreign->source, node);
    if (!source || source->type == kSuiteType) return source != nullptr;
    node.error(fmt::format("source description {} is of type {}", source->name, source->type),
               "only sources of type arazzo have workflows",
               ErrorCode::kUnsupported);
    return false;
}

}  // namespace plumbline::workflow
