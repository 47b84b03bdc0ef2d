#include "conformance/client/mask.hpp"

#include <algorithm>

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
    std::string masked;
    masked.reserve(text.size());
    while (!text.empty()) {
        const std::size_t length = longest_at(text, secrets);
        if (length > 0) {
            masked += kMask;
        } else {
            masked += text.front();
        }
        text.remove_prefix(std::max<std::size_t>(length, 1));
    }
    return masked;
}

}  // namespace plumbline::client
