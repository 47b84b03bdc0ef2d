#include "conformance/workflow/documents/tolerated_targets.hpp"

#include "spec/base/text.hpp"
#include "spec/http/url.hpp"
#include "spec/json/pointer.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <optional>

namespace plumbline::workflow {
namespace {

/// One way to read the text of an operationPath; an empty source or method means any.
struct PathReading {
    std::string source;
    std::string path;
    std::string method;  ///< lower case
};

bool is_method(std::string_view word) {
    constexpr std::string_view kMethods[]{
        "get", "put", "post", "delete", "options", "head", "patch", "trace", "query"};
    return std::find(std::begin(kMethods), std::end(kMethods), word) != std::end(kMethods);
}

/// `#/paths/~1files/get`, also with a source's name or URL in front.
std::optional<PathReading> read_pointer(std::string_view text) {
    const std::size_t hash = text.find('#');
    if (hash == std::string_view::npos) return {};
    const auto fragment = http::percent_decode(text.substr(hash + 1));
    const auto pointer = JsonPointer::parse(fragment ? *fragment : "");
    if (!pointer || pointer->tokens().size() != 3 || pointer->tokens()[0] != "paths") return {};
    return PathReading{
        std::string(text.substr(0, hash)), pointer->tokens()[1], to_lower(pointer->tokens()[2])};
}

/// The readings of a text, the most literal first.
std::vector<PathReading> read_path(std::string_view text) {
    if (auto pointer = read_pointer(text)) return {*pointer};
    const std::size_t slash = text.find('/');
    if (slash == std::string_view::npos) return {};
    if (slash > 0) {
        const std::string method = to_lower(trimmed(text.substr(0, slash)));
        if (!is_method(method)) return {};
        return {{"", std::string(text.substr(slash)), method}};
    }
    std::vector<PathReading> readings{{"", std::string(text), ""}};
    const std::size_t last = text.find_last_of("/ ");
    const std::string method = to_lower(text.substr(last + 1));
    if (last > 0 && is_method(method))
        readings.push_back({"", std::string(trimmed(text.substr(0, last))), method});
    return readings;
}

ToleratedTarget target_at_path(const Source& source, const Operation& operation) {
    return {{&source, &operation},
            fmt::format("{{$sourceDescriptions.{}.url}}#/paths/{}/{}",
                        source.name,
                        escape_pointer_token(operation.path.text()),
                        operation.member)};
}

}  // namespace

std::vector<ToleratedTarget> targets_by_id(const std::vector<Source>& sources,
                                           std::string_view text) {
    std::vector<ToleratedTarget> found;
    std::size_t longest = 0;
    for (const Source& source : sources) {
        if (!source.api || source.name.size() < longest || !text.starts_with(source.name + '.'))
            continue;
        const std::string id(text.substr(source.name.size() + 1));
        const Operation* operation = source.api->find_operation(id);
        if (!operation) continue;
        longest = source.name.size();
        found = {{{&source, operation}, fmt::format("$sourceDescriptions.{}.{}", source.name, id)}};
    }
    return found;
}

std::vector<ToleratedTarget> targets_by_path(const std::vector<Source>& sources,
                                             std::string_view text) {
    std::vector<ToleratedTarget> found;
    for (const PathReading& reading : read_path(trimmed(text))) {
        for (const Source& source : sources) {
            const bool named = reading.source.empty() || reading.source == source.name ||
                               reading.source == source.url;
            if (!source.api || !named) continue;
            for (const Operation& operation : source.api->operations()) {
                const bool fits =
                    reading.method.empty() || reading.method == to_lower(operation.method);
                if (fits && operation.path.text() == reading.path)
                    found.push_back(target_at_path(source, operation));
            }
        }
        if (!found.empty()) break;
    }
    return found;
}

}  // namespace plumbline::workflow
