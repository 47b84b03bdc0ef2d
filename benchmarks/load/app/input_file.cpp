#include "benchmarks/load/app/input_file.hpp"

#include "spec/base/file.hpp"
#include "spec/base/text.hpp"
#include "spec/json/parse.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cmath>

namespace plumbline::load {
namespace {

constexpr std::size_t kMaxFileBytes = std::size_t{64} * 1024U * 1024U;
constexpr double kMaxWeight = 1e9;

/// Adds the input of a line. Errors: kInvalid, without a position.
Result<void> add_input(const Json& line, LoadInputs& set) {
    constexpr const char* kExpected = R"(expected {"input": ..., "weight": NUMBER})";
    const auto invalid = [&](const std::string& found) {
        return fail(ErrorCode::kInvalid, found + "; " + kExpected);
    };
    if (!line.is_object()) return invalid("found no object");
    double weight = 1;
    for (const auto& [key, value] : line.items()) {
        if (key == "weight") {
            weight = value.is_number() ? value.get<double>() : 0;
        } else if (key != "input") {
            return invalid("found the member \"" + key + "\"");
        }
    }
    const auto input = line.find("input");
    if (input == line.end()) return invalid("found no input");
    if (!(weight > 0 && weight <= kMaxWeight))
        return invalid("found a weight that is no number above 0, at most 1e9");
    set.inputs.push_back(std::make_shared<const Json>(*input));
    set.weights.push_back(weight);
    return {};
}

}  // namespace

Result<LoadInputs> parse_inputs(std::string_view text, const std::string& name) {
    LoadInputs set;
    int number = 0;
    for (const std::string_view part : split(text, '\n')) {
        ++number;
        const std::string_view line = trimmed(part);
        if (line.empty()) continue;
        const auto json = parse_foreign_json(line, name);
        Result<void> added = json ? add_input(*json, set) : fail(json.error());
        if (added) continue;
        Error error = added.error();
        error.where.file = name;
        error.where.line = number;
        return fail(std::move(error));
    }
    if (set.inputs.empty())
        return fail(ErrorCode::kInvalid,
                    name + R"( has no input; expected a line such as {"input": {"messages": []}})");
    set.description = fmt::format("{} inputs, {:016x}", set.inputs.size(), fingerprint(text));
    return set;
}

Result<LoadInputs> read_inputs(const std::string& path) {
    const auto text = read_file(path, kMaxFileBytes);
    if (!text) return fail(text.error());
    return parse_inputs(*text, path);
}

}  // namespace plumbline::load
