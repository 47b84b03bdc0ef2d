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

void load_source(Source& source, const DocumentNode& node, const SourceLoader& loader) {
    source.type = read_type(node, source.name);
    if (source.type == kMessageType)
        require_arazzo_1_1(node["type"], "sources of type asyncapi require");
    if (source.type == kMessageType || source.type == kSuiteType) return;
    if (source.type != kApiType) {
        source.failed = true;
        return node["type"].error(
            fmt::format("unknown type of source description: {}", source.type),
            suggestion(source.type, {kApiType, kSuiteType, kMessageType}));
    }
    auto api = loader(source.name, source.url, base_file(node.problems->document()));
    if (api) {
        source.api = std::move(*api);
        source.server_url = read_server_url(*source.api, node["x-serverUrl"]);
        return;
    }
    source.failed = true;
    report_unloaded(
        node,
        api.error(),
        has_scheme(source.url) ? ProblemSeverity::kUnavailable : ProblemSeverity::kError);
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
        if (source.name.empty() || source.url.empty()) continue;
        const bool known = std::any_of(sources.begin(), sources.end(), [&](const Source& other) {
            return other.name == source.name;
        });
        if (known) {
            node["name"].error(
                fmt::format("there are two source descriptions named {}", source.name),
                "give each a different name");
            continue;
        }
        load_source(source, node, loader);
        sources.push_back(std::move(source));
    }
    return sources;
}

void report_unloaded(const DocumentNode& node, const Error& error, ProblemSeverity severity) {
    node["url"].report(
        severity,
        fmt::format(
            "source description {} cannot be loaded from {}", node.text("name"), node.text("url")),
        to_text(error),
        error.code);
}

}  // namespace plumbline::workflow
