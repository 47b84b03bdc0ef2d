// Conditions of load runs: each is parsed and decides about a result, or has an error.

#include "benchmarks/load/result/load_output.hpp"
#include "spec/fuzz/fuzzing.hpp"

#include <vector>

using namespace plumbline;

namespace {

void check_input(std::string_view text) {
    const auto condition = load::parse_gate(text);
    if (!condition) {
        PLUMBLINE_CHECK(!condition.error().message.empty(), "an error has a message");
        return;
    }
    static const load::LoadResult kResult{.levels = std::vector<load::Level>(2)};
    const auto findings = load::check_gate(*condition, kResult);
    PLUMBLINE_CHECK(!findings.empty(), "a condition is not passed silently");
    for (const load::GateFinding& finding : findings)
        PLUMBLINE_CHECK(!finding.text.empty(), "a finding says what was decided");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    return fuzz::run(check_input, bytes, size);
}
