#include "reports/sarif.hpp"

#include "spec/http/url.hpp"
#include "spec/json/print.hpp"

#include <nlohmann/json.hpp>

namespace plumbline::reports {

Json sarif_message(std::string text) {
    return {{"text", std::move(text)}};
}

std::string sarif_path(std::string_view path) {
    std::string encoded;
    while (true) {
        const std::size_t slash = path.find('/');
        encoded += http::percent_encode(path.substr(0, slash));
        if (slash == std::string_view::npos) return encoded;
        encoded += '/';
        path.remove_prefix(slash + 1);
    }
}

Json sarif_physical_location(const std::string& uri, int line, int column) {
    Json physical;
    physical["artifactLocation"]["uri"] = uri;
    if (line > 0) physical["region"]["startLine"] = line;
    if (line > 0 && column > 0) physical["region"]["startColumn"] = column;
    return physical;
}

std::string sarif_log(Json run) {
    const Json log{{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
                   {"version", "2.1.0"},
                   {"runs", Json::array({std::move(run)})}};
    return plumbline::to_pretty_text(log) + '\n';
}

}  // namespace plumbline::reports
