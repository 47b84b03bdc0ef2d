// Not a target: scripts/fuzz runs it on two inputs to show that the limit on time finds quadratic
// work, and only that. Counts equal pairs of bytes if the input begins with `q`, else equal
// neighbours.

#include "spec/fuzz/fuzzing.hpp"

using namespace plumbline;

namespace {

void check_input(std::string_view text) {
    const std::size_t reach = text.starts_with('q') ? text.size() : 2;
    std::size_t equal = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        for (std::size_t j = i; j < std::min(i + reach, text.size()); ++j)
            equal += text[i] == text[j] ? 1 : 0;
    }
    PLUMBLINE_CHECK(equal >= text.size(), "each byte equals itself");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    return fuzz::run(check_input, bytes, size);
}
