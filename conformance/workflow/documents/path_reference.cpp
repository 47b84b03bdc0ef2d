#include "conformance/workflow/documents/path_reference.hpp"

#include "spec/http/url.hpp"

namespace plumbline::workflow {

std::optional<PathReference> parse_path_reference(std::string_view text) {
    constexpr std::string_view kSources = "$sourceDescriptions.";
    constexpr std::string_view kUrl = ".url";
    const std::size_t hash = text.find('#');
    if (hash == std::string_view::npos) return {};
    std::string_view front = text.substr(0, hash);
    if (front.size() > 2 && front.front() == '{' && front.back() == '}') {
        front = front.substr(1, front.size() - 2);
    }
    if (front.substr(0, kSources.size()) != kSources) return {};
    front.remove_prefix(kSources.size());
    if (front.size() > kUrl.size() && front.substr(front.size() - kUrl.size()) == kUrl)
        front.remove_suffix(kUrl.size());
    const auto fragment = http::percent_decode(text.substr(hash + 1));
    if (!fragment) return {};
    const auto pointer = JsonPointer::parse(*fragment);
    if (!pointer || pointer->empty()) return {};
    return PathReference{std::string(front), *pointer};
}

}  // namespace plumbline::workflow
