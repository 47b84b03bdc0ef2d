#include "conformance/client/mask.hpp"

#include <algorithm>

namespace plumbline::client {

std::string mask_secrets(std::string_view text, const SecretLength& length_at) {
    std::string masked;
    masked.reserve(text.size());
    std::size_t plain = 0;  // start of the text that is not copied yet
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t length = length_at(text.substr(at));
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

std::string mask_secrets(std::string_view text, const std::vector<std::string>& secrets) {
    return mask_secrets(text, [&](std::string_view rest) {
        std::size_t longest = 0;
        for (const std::string& secret : secrets) {
            if (rest.starts_with(secret)) longest = std::max(longest, secret.size());
        }
        return longest;
    });
}

}  // namespace plumbline::client
