// Renders the run as JSON: result.json.

#include "reports/render.hpp"
#include "spec/json/print.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace plumbline::reports {

// One item of a list per line: short, and yet readable with a pager, grep and diff.
std::string render_json(const RunResult& result) {
    const Json json = to_json(result);
    std::string text;
    for (const auto& [key, value] : json.items()) {
        text += fmt::format("{}\"{}\":", text.empty() ? "{\n" : ",\n", key);
        if (!value.is_array() || value.empty()) {
            text += plumbline::to_text(value);
            continue;
        }
        char before = '[';
        for (const Json& item : value) {
            text += before;
            text += '\n' + plumbline::to_text(item);
            before = ',';
        }
        text += "\n]";
    }
    return text + "\n}\n";
}

}  // namespace plumbline::reports
