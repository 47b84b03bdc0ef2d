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
std::string read_server_url(const ApiDocument& api, const DocumentNode& node) {
    constexpr std::string_view kServers = "$servers.";
    const std::string written = node.text();
    if (written.empty()) return "";
    std::string text = written;
    if (written.starts_with(kServers)) {
        const auto pointer = JsonPointer().child("servers").child(written.substr(kServers.size()));
        const Json* server = find(*api.document().root, pointer);
        text = server ? server_url_of(*server) : "";
    }
    if (const auto url = http::parse_url(text)) return url->to_text();
    node.warning(fmt::format("x-serverUrl {} is not a URL and is ignored", written),
                 "write `https://host/path`, or `$servers.0` for the first server of the document");
    return "";
}

std::string read_type(const DocumentNode& node, const std::string& source_name) {
    const std::string type = node.text("type");
    if (!type.empty()) return type;
    node.suggest(fmt::format("source description {} has no type", source_name),
                 "write `type: openapi`; other runners require it");
    return kApiType;
}

/// The published schema requires a url, which --source replaces.
void report_missing_url(const DocumentNode& node) {
    if (node.text("url").empty()) node.nonconforming("source description has no url", "add `url:`");
}

void load_source(Source& source, const DocumentNode& node, const SourceLoader& loader) {
    source.type = read_type(node, source.name);
    if (source.type == kMessageType)
        require_arazzo_1_1(node["type"], "sources of type asyncapi require");
    if (source.type == kMessageType || source.type == kSuiteType) return report_missing_url(node);
    if (source.type != kApiType) {
        source.failed = true;
        return node["type"].error(
            fmt::format("unknown type of source description: {}", source.type),
            suggestion(source.type, {kApiType, kSuiteType, kMessageType}));
    }
    auto api = loader(source.name, source.url, base_file(node.problems->document()));
    if (api) {
        report_missing_url(node);
        source.api = std::move(*api);
        source.server_url = read_server_url(*source.api, node["x-serverUrl"]);
        return;
    }
    source.failed = true;
    if (source.url.empty())
        return node.error("source description has no url", "add `url:`\n" + to_text(api.error()));
    // A document that was read, and a file given instead of the url, are at hand.
    const bool is_elsewhere = has_scheme(source.url) && api.error().where.file.empty() &&
                              api.error().code == ErrorCode::kUnsupported;
    report_unloaded(
        node, api.error(), is_elsewhere ? ProblemSeverity::kUnavailable : ProblemSeverity::kError);
}

}  // namespace

std::vector<Source> read_source_descriptions(const DocumentNode& document,
                                             const SourceLoader& loader) {
    std::vector<Source> sources;
    for (const DocumentNode& node : document["sourceDescriptions"].elements()) {
        Source source;
        source.name = node.text("name");
        source.url = node.text("url");
        source.where = node.where();
        const bool known = std::any_of(sources.begin(), sources.end(), [&](const Source& other) {
            return other.name == source.name;
        });
        if (known && !source.name.empty()) {
            node["name"].error(
                fmt::format("there are two source descriptions named {}", source.name),
                "give each a different name");
            continue;
        }
        // Without a name, which the structure check reports, nothing can refer to it.
        source.failed = source.name.empty() || (node.has("url") && !node["url"].value->is_string());
        if (!source.failed) load_source(source, node, loader);
        sources.push_back(std::move(source));
    }
    return sources;
}

void report_unloaded(const DocumentNode& node, const Error& error, ProblemSeverity severity) {
    const DocumentNode url = node["url"];
    (url.exists() ? url : node)
        .report(
            severity,
            fmt::format(
                "source description {} cannot be loaded from {}", node.text("name"), url.text()),
            to_text(error),
            error.code);
}

}  // namespace plumbline::workflow
