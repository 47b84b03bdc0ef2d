#include "conformance/client/mask.hpp"

#include <algorithm>
#include <array>

namespace plumbline::client {
namespace {

constexpr std::string_view kMask = "***";

std::size_t longest_at(std::string_view text, const std::vector<std::string>& secrets) {
    std::size_t longest = 0;
    for (const std::string& secret : secrets) {
        if (text.substr(0, secret.size()) == secret) longest = std::max(longest, secret.size());
    }
    return longest;
}

}  // namespace

std::string mask_secrets(std::string_view text, const std::vector<std::string>& secrets) {
    // Nearly every text of a report comes by here, and hardly any holds a secret.
    const bool is_clean = std::all_of(secrets.begin(), secrets.end(), [&](const auto& secret) {
        return secret.empty() || text.find(secret) == std::string_view::npos;
    });
    if (is_clean) return std::string(text);
    std::array<bool, 256> can_begin{};
    for (const std::string& secret : secrets) {
        if (!secret.empty()) can_begin[static_cast<unsigned char>(secret.front())] = true;
    }
    std::string masked;
    masked.reserve(text.size());
    std::size_t plain = 0;  // where what is not copied yet begins
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t length = can_begin[static_cast<unsigned char>(text[at])]
                                       ? longest_at(text.substr(at), secrets)
                                       : 0;
        if (length == 0) {
            ++at;
            continue;
        }
        masked += text.substr(plain, at - plain);
        masked += kMask;
        at += length;
        plain = at;
    }
    return masked += text.substr(plain);
}

}  // namespace plumbline::client
