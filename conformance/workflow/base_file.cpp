#include "conformance/workflow/base_file.hpp"

#include "spec/json/access.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cctype>
#include <filesystem>

namespace plumbline::workflow {
namespace {

namespace fs = std::filesystem;

std::string self_of(const Document& document) {
    const std::string self = string_or(*document.root, "$self", "");
    return self.substr(0, self.find('#'));
}

}  // namespace

std::string base_file(const Document& document) {
    const std::string self = self_of(document);
    if (self.empty() || has_scheme(self)) return document.file;
    return (fs::path(document.file).parent_path() / self).lexically_normal().string();
}

std::string self_url(const Document& document) {
    const std::string self = self_of(document);
    return has_scheme(self) ? resolve_url(self, "") : "";
}

bool has_scheme(const std::string& url) {
    const std::size_t colon = url.find(':');
    if (colon == std::string::npos || std::isalpha(static_cast<unsigned char>(url.front())) == 0)
        return false;
    return std::all_of(url.begin(), url.begin() + static_cast<std::ptrdiff_t>(colon), [](char c) {
        return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '+' || c == '-' || c == '.';
    });
}

std::string resolve_url(const std::string& base, const std::string& url) {
    if (has_scheme(url)) return url;
    if (url.empty()) return base;
    const std::size_t authority = base.find("://");
    if (authority == std::string::npos) return url;
    const std::size_t path = std::min(base.find('/', authority + 3), base.size());
    // Paths of URLs and of files are joined and normalized in the same way.
    const fs::path folder = fs::path(base.substr(path)).parent_path();
    const fs::path joined = (fs::path("/") / folder / url).lexically_normal();
    return base.substr(0, path) + joined.string();
}

}  // namespace plumbline::workflow
