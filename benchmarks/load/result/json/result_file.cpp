#include "benchmarks/load/result/load_output.hpp"
#include "spec/base/file.hpp"
#include "spec/json/parse.hpp"
#include "spec/json/print.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace plumbline::load {
namespace {

bool is_flat(const Json& json) {
    return !json.is_structured() ||
           (json.is_array() && std::none_of(json.begin(), json.end(), [](const Json& item) {
                return item.is_structured();
            }));
}

void add_json_text(const Json& json, std::size_t depth, std::string& text) {
    if (is_flat(json) || json.empty()) {
        text += plumbline::to_text(json);
        return;
    }
    const std::string line = '\n' + std::string(2 * (depth + 1), ' ');
    std::string_view before = json.is_object() ? "{" : "[";
    for (const auto& [key, value] : json.items()) {
        text += before;
        text += line;
        if (json.is_object()) text += plumbline::to_text(Json(key)) + ": ";
        add_json_text(value, depth + 1, text);
        before = ",";
    }
    text += line.substr(0, line.size() - 2) + (json.is_object() ? '}' : ']');
}

}  // namespace

std::string render_json(const LoadResult& result) {
    std::string text;
    add_json_text(to_json(result), 0, text);
    return text + '\n';
}

Result<LoadResult> read_result(const std::string& path) {
    // Ten levels of a million streams need a few MB; the limit allows for many levels and slices.
    constexpr std::size_t kMaxBytes = std::size_t{32} * 1024U * 1024U;
    const auto text = read_file(path, kMaxBytes);
    if (!text) return fail(text.error());
    JsonLimits limits;
    limits.max_bytes = kMaxBytes;
    const auto json = parse_json(*text, path, limits);
    if (!json) return fail(json.error());
    auto result = parse_result(*json);
    if (!result) {
        Error error = result.error();
        error.where.file = path;
        return fail(std::move(error));
    }
    return result;
}

}  // namespace plumbline::load
