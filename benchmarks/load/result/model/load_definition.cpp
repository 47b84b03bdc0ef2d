#include "benchmarks/load/result/model/load_definition.hpp"

#include "spec/json/diff.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace plumbline::load {

std::vector<std::string> load_differences(const LoadResult& a, const LoadResult& b) {
    std::vector<std::string> texts;
    for (const Difference& each : diff(load_definition(a), load_definition(b))) {
        const auto shown = [](const std::string& text) { return text.empty() ? "nothing" : text; };
        texts.push_back(fmt::format(
            "{}: {} and {}", each.pointer.substr(1), shown(each.expected), shown(each.actual)));
    }
    return texts;
}

}  // namespace plumbline::load
