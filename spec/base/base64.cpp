#include "spec/base/base64.hpp"

#include <cstddef>
#include <cstdint>

namespace plumbline {

std::string to_base64(std::string_view bytes) {
    constexpr std::string_view kDigits =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    constexpr std::size_t kGroup = 3;  // bytes that become four characters
    std::string text;
    for (std::size_t i = 0; i < bytes.size(); i += kGroup) {
        std::uint32_t bits = 0;
        for (std::size_t k = 0; k < kGroup; ++k) {
            const bool is_there = i + k < bytes.size();
            bits = (bits << 8U) | (is_there ? static_cast<unsigned char>(bytes[i + k]) : 0U);
        }
        const std::size_t available = bytes.size() - i;
        for (std::size_t k = 0; k <= kGroup; ++k) {
            const auto digit = (bits >> (18U - 6U * k)) & 0x3FU;
            text += k <= available ? kDigits[digit] : '=';
        }
    }
    return text;
}

}  // namespace plumbline
