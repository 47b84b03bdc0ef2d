#include "conformance/workflow/sources.hpp"

#include "conformance/workflow/base_file.hpp"
#include "spec/http/url.hpp"
#include "spec/json/access.hpp"
#include "spec/json/pointer.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace plumbline::workflow {
namespace {

/// Reads where another runner's x-serverUrl says that the operations of a source are served: a URL,
/// or `$servers.N` of its document.
std::string read_server_url(const Source& source, const Node& node, Problems& problems) {
    constexpr std::string_view kServers = "$servers.";
    std::string text = text_at(node, "x-serverUrl");
    if (text.empty() || !source.api) return "";
    const std::string written = text;
    if (text.rfind(kServers, 0) == 0) {
        const auto place =
            JsonPointer().child("servers").child(text.substr(kServers.size())).child("url");
        const Json* url = find(*source.api->document().root, place);
        text = url ? as_string(*url).value_or("") : "";
    }
    if (const auto url = http::parse_url(text)) return url->to_text();
    problems.add(Severity::kWarning,
                 ErrorCode::kInvalid,
                 node.pointer + "/x-serverUrl",
                 fmt::format("x-serverUrl {} leads to no URL and is not looked at", written),
                 "write `https://host/path`, or `$servers.0` for the first of the document");
    return "";
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
        entry.source.server_url = read_server_url(entry.source, node, problems);
        return;
    }
    entry.broken = true;
    problems.add(
        has_scheme(entry.source.url) ? Severity::kElsewhere : Severity::kError,
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

}  // namespace plumbline::workflow
