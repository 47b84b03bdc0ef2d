// Creates, sorts and looks up texts: ordinary work of a fixed size that measures the current speed
// of this machine. The CPU time of our programs is compared with it.

#include <cstdint>
#include <map>
#include <string>

int main() {
    constexpr int kTexts = 20000;
    constexpr std::uint32_t kFactor = 1664525;
    constexpr std::uint32_t kStep = 1013904223;
    std::map<std::string, int> positions;
    std::uint32_t number = 1;
    for (int position = 0; position < kTexts; ++position) {
        number = number * kFactor + kStep;
        positions.emplace("a text of some length, " + std::to_string(number), position);
    }
    std::uint64_t sum = 0;
    for (const auto& [text, position] : positions) {
        sum += static_cast<std::uint64_t>(position) + positions.count(text.substr(1)) + text.size();
    }
    return sum > 0 ? 0 : 1;
}
