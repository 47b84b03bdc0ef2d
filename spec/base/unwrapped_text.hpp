#pragma once
// Reads wrapped text in tests.

#include <string>

namespace plumbline {

/// Returns a text without the line breaks of wrapped().
inline std::string unwrapped(const std::string& text) {
    std::string joined;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text.substr(i, 5) != "\n    ") {
            joined += text[i];
            continue;
        }
        i = text.find_first_not_of(' ', i + 1) - 1;
        joined += ' ';
    }
    return joined;
}

}  // namespace plumbline
