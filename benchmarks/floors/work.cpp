// Makes texts, keeps them in order and looks them up: ordinary work of a fixed size, which says how
// fast this machine computes just now. What our programs compute is compared with it.

#include <cstdint>
#include <map>
#include <string>

int main() {
    constexpr int kTexts = 20000;
    constexpr std::uint32_t kFactor = 1664525;
    constexpr std::uint32_t kStep = 1013904223;
    std::map<std::string, int> places;
    std::uint32_t number = 1;
    for (int place = 0; place < kTexts; ++place) {
        number = number * kFactor + kStep;
        places.emplace("a text of some length, " + std::to_string(number), place);
    }
    std::uint64_t sum = 0;
    for (const auto& [text, place] : places) {
        sum += static_cast<std::uint64_t>(place) + places.count(text.substr(1)) + text.size();
    }
    return sum > 0 ? 0 : 1;
}
