#include "benchmarks/load/result/text/tokens.hpp"

#include "benchmarks/load/result/level_figures.hpp"
#include "benchmarks/load/result/units.hpp"

#include <fmt/format.h>

namespace plumbline::load {

std::string tokens_section(const LoadResult& result) {
    std::string text;
    for (std::size_t i = 0; i < result.levels.size(); ++i) {
        const Level& level = result.levels[i];
        if (level.counts.tokens == 0) continue;
        text += fmt::format("{}: {} tokens per second, {} for each request in flight\n",
                            level_name(result, i),
                            count_text(per_second(level.counts.tokens, level)),
                            digits_text(tokens_per_user(level).value_or(0)));
    }
    return text.empty() ? "" : '\n' + text;
}

}  // namespace plumbline::load
