// Results of load runs: a result is read without loss, does not differ from itself, and has every
// form of report.

#include "benchmarks/load/result/load_output.hpp"
#include "spec/fuzz/fuzzing.hpp"
#include "spec/json/parse.hpp"

#include <nlohmann/json.hpp>

using namespace plumbline;

namespace {

void check_input(std::string_view text) {
    const auto json = parse_json(text);
    if (!json) return;
    const auto result = load::parse_result(*json);
    if (!result) {
        PLUMBLINE_CHECK(!result.error().message.empty(), "an error has a message");
        return;
    }
    const auto again = load::parse_result(load::to_json(*result));
    PLUMBLINE_CHECK(again && *again == *result, "a written result reads back");
    (void)load::render_html(*result);
    (void)load::render_summary(*result);
    if (const auto comparison = load::compare(*result, *result))
        PLUMBLINE_CHECK(comparison->count(load::ChangeVerdict::kWorse) == 0,
                        "a result is not worse than itself");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    return fuzz::run(check_input, bytes, size);
}
