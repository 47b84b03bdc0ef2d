#include "conformance/workflow/documents/source_descriptions.hpp"

#include "conformance/workflow/base_file.hpp"
#include "spec/http/url.hpp"
#include "spec/json/access.hpp"
#include "spec/json/pointer.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace plumbline::workflow {
namespace {

/// Reads x-serverUrl, an extension of another runner that names the server of a source's
/// operations: a URL, or `$servers.N` of its document.
std::string read_server_url(const Source& source,
                            const DocumentNode& node,
                            ProblemCollector& problems) {
    constexpr std::string_view kServers = "$servers.";
    std::string text = text_at(node, "x-serverUrl");
    if (text.empty() || !source.api) return "";
    const std::string written = text;
    if (text.rfind(kServers, 0) == 0) {
        const auto pointer =
            JsonPointer().child("servers").child(text.substr(kServers.size())).child("url");
        const Json* url = find(*source.api->document().root, pointer);
        text = url ? as_string(*url).value_or("") : "";
    }
    if (const auto url = http::parse_url(text)) return url->to_text();
    problems.add(ProblemSeverity::kWarning,
                 ErrorCode::kInvalid,
                 node.pointer + "/x-serverUrl",
                 fmt::format("x-serverUrl {} is not a URL and is ignored", written),
                 "write `https://host/path`, or `$servers.0` for the first server of the document");
    return "";
}

}  // namespace

SourceDescriptions::SourceDescriptions(const DocumentNode& document,
                                       const SourceLoader& loader,
                                       ProblemCollector& problems) {
    for (const DocumentNode& node : elements_at(document, "sourceDescriptions")) {
        read(node, loader, problems);
    }
}

void SourceDescriptions::read(const DocumentNode& node,
                              const SourceLoader& loader,
                              ProblemCollector& problems) {
    SourceEntry entry;
    entry.source.name = text_at(node, "name");
    entry.source.url = text_at(node, "url");
    entry.source.where = problems.document().where(node.pointer);
    entry.source.type = text_at(node, "type");
    if (entry.source.name.empty() || entry.source.url.empty()) return;
    const std::vector<std::string> known = names();
    if (std::find(known.begin(), known.end(), entry.source.name) != known.end()) {
        problems.add(ProblemSeverity::kError,
                     ErrorCode::kInvalid,
                     node.pointer + "/name",
                     fmt::format("there are two source descriptions named {}", entry.source.name),
                     "give each a different name");
        return;
    }
    load(entry, node, loader, problems);
    entries_.push_back(std::move(entry));
}

void SourceDescriptions::load(SourceEntry& entry,
                              const DocumentNode& node,
                              const SourceLoader& loader,
                              ProblemCollector& problems) const {
    if (entry.source.type.empty()) {
        problems.add(ProblemSeverity::kSuggestion,
                     ErrorCode::kInvalid,
                     node.pointer,
                     fmt::format("source description {} has no type", entry.source.name),
                     "write `type: openapi`; other runners require it");
        entry.source.type = "openapi";
    }
    const std::vector<std::string> types{"openapi", "arazzo", "asyncapi"};
    if (std::find(types.begin(), types.end(), entry.source.type) == types.end()) {
        entry.failed = true;
        problems.add(ProblemSeverity::kError,
                     ErrorCode::kInvalid,
                     node.pointer + "/type",
                     fmt::format("unknown type of source description: {}", entry.source.type),
                     suggestion(entry.source.type, types));
    }
    if (entry.source.type == "asyncapi")
        require_arazzo_1_1(problems, node.pointer + "/type", "sources of type asyncapi require");
    if (entry.source.type != "openapi") return;
    auto api = loader(entry.source.name, entry.source.url, base_file(problems.document()));
    if (api) {
        entry.source.api = std::move(*api);
        entry.source.server_url = read_server_url(entry.source, node, problems);
        return;
    }
    entry.failed = true;
    problems.add(
        has_scheme(entry.source.url) ? ProblemSeverity::kUnavailable : ProblemSeverity::kError,
        api.error().code,
        node.pointer + "/url",
        fmt::format(
            "source description {} cannot be loaded from {}", entry.source.name, entry.source.url),
        to_text(api.error()));
}

std::vector<Source> SourceDescriptions::all() const {
    std::vector<Source> sources;
    for (const SourceEntry& entry : entries_) sources.push_back(entry.source);
    return sources;
}

std::vector<std::string> SourceDescriptions::names() const {
    std::vector<std::string> names;
    for (const SourceEntry& entry : entries_) names.push_back(entry.source.name);
    return names;
}

}  // namespace plumbline::workflow
