#include "benchmarks/load/result/load_parts.hpp"

#include "spec/json/diff.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace plumbline::load {

std::vector<std::string> load_differences(const LoadResult& a, const LoadResult& b) {
    std::vector<std::string> texts;
    for (const Difference& each : diff(load_parts(a), load_parts(b))) {
        const auto shown = [](const std::string& text) { return text.empty() ? "nothing" : text; };
        texts.push_back(fmt::format(
            "{}: {} and {}", each.pointer.substr(1), shown(each.expected), shown(each.got)));
    }
    return texts;
}

}  // namespace plumbline::load
