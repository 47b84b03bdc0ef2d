// Results of runs: a result is read without loss and has every form of report, or an error says
// where it violates the format.

#include "reports/reports.hpp"
#include "spec/fuzz/fuzzing.hpp"
#include "spec/json/parse.hpp"

#include <nlohmann/json.hpp>

using namespace plumbline;

namespace {

void check_input(std::string_view text) {
    const auto json = parse_json(text);
    if (!json) return;
    const auto result = reports::run_result_from_json(*json);
    if (!result) {
        PLUMBLINE_CHECK(!result.error().message.empty(), "an error has a message");
        return;
    }
    const std::string written = reports::json_text(*result);
    const auto again = parse_json(written);
    PLUMBLINE_CHECK(again.has_value(), "a written result is JSON");
    const auto same = reports::run_result_from_json(*again);
    PLUMBLINE_CHECK(same && reports::json_text(*same) == written, "a written result reads back");
    for (const reports::ReportFormat& format : reports::report_formats()) {
        if (format.render) (void)format.render(*result);
    }
    PLUMBLINE_CHECK(reports::compare_results(*result, *result).newly_failing.empty(),
                    "a result does not differ from itself");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    return fuzz::run(check_input, bytes, size);
}
