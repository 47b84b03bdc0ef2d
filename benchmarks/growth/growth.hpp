#pragma once
// Measures the time of a reader or a check for inputs of several sizes. growth.py computes the
// exponents.
//
// Each measurement of a row reads the same number of parts, in inputs of three sizes, and keeps
// what readers return: each fills the processor's caches alike, so that the time of a part differs
// by the work on it only.

#include <benchmark/benchmark.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <type_traits>
#include <vector>

namespace plumbline::benchmarks {

constexpr std::int64_t kParts = 1 << 18;

/// Adds the sizes up to all parts. The first measurement also requests the memory from the kernel:
/// growth.py uses the shorter one.
inline void sizes(benchmark::internal::Benchmark* of) {
    of->Arg(kParts)->Arg(1 << 10)->Arg(1 << 14)->Arg(kParts);
}

/// Adds the sizes of inputs that have a limit: none of these is refused.
inline void limited_sizes(benchmark::internal::Benchmark* of) {
    of->Arg(1 << 13)->Arg(1 << 9)->Arg(1 << 11)->Arg(1 << 13);
}

/// Returns the parts for 0 to `count` - 1 one after the other.
inline std::string repeated(std::int64_t count,
                            const std::function<std::string(const std::string&)>& part) {
    std::string text;
    for (std::int64_t i = 0; i < count; ++i) text += part(std::to_string(i));
    return text;
}

/// Measures `work`, which returns a value that is false if it fails, on as many inputs as `parts`
/// fill.
template <typename Work>
void measure(benchmark::State& state, const Work& work, std::int64_t parts = kParts) {
    const std::int64_t inputs = parts / state.range(0);
    std::vector<std::invoke_result_t<Work>> values;
    values.reserve(static_cast<std::size_t>(inputs));
    while (state.KeepRunning()) {
        for (std::int64_t i = 0; i < inputs; ++i) {
            values.push_back(work());
            if (!values.back()) return state.SkipWithError("the input is refused");
        }
        benchmark::DoNotOptimize(values);
        values.clear();
    }
}

}  // namespace plumbline::benchmarks
