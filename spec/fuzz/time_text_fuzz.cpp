// Instants and durations as text: a written value reads back.

#include "spec/base/time_text.hpp"
#include "spec/fuzz/fuzzing.hpp"

using namespace plumbline;

namespace {

void check_input(std::string_view text) {
    if (const auto instant = parse_instant(text)) {
        // Written with six decimals, so only the second round trip must change nothing.
        const auto again = parse_instant(to_text(*instant));
        PLUMBLINE_CHECK(again && to_text(*again) == to_text(*instant),
                        "a written instant reads back");
    }
    if (const auto duration = parse_duration(text)) {
        const auto again = parse_duration(duration_text(*duration));
        PLUMBLINE_CHECK(again && *again == *duration, "a written duration reads back");
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    return fuzz::run(check_input, bytes, size);
}
