#include "conformance/runner/access/base_urls.hpp"

#include "conformance/runner/access/reachable_steps.hpp"
#include "spec/http/url.hpp"

#include <array>
#include <utility>

namespace plumbline::runner {
namespace {

constexpr const char* kControlInterface = "mock_control";

std::string url_option_of(const workflow::Step& step) {
    constexpr std::array kOptions{std::pair{"control_plane", "--control-plane-url"},
                                  std::pair{"bulk_export", "--export-url"},
                                  std::pair{"agent_streaming", "--streaming-url"}};
    for (const auto& [area, option] : kOptions) {
        if (step.api->name() == area) return std::string(option) + ", or --url for all areas";
    }
    return "--server " + step.source + "=URL";
}

}  // namespace

std::string base_url_of(const BaseUrls& urls,
                        const std::string& source,
                        const ApiDocument& api,
                        const std::string& suite_url) {
    const auto own = urls.by_source.find(source);
    if (own != urls.by_source.end()) return own->second;
    const auto area = urls.by_area.find(api.name());
    if (area != urls.by_area.end()) return area->second;
    if (!suite_url.empty()) return suite_url;
    // The servers of the contract's own documents are examples: none of them is a target.
    if (!api.is_foreign()) return "";
    const auto declared = http::parse_url(api.server_url());
    return declared ? declared->to_text() : "";
}

std::optional<std::string> missing_base_url(const workflow::Workflow& workflow,
                                            const Target& target) {
    const BaseUrls urls{target.base_urls, target.server_urls};
    for (const workflow::Step* step : reachable_steps(workflow)) {
        if (!step->operation || step->api->name() == kControlInterface) continue;
        const auto unserved = target.unserved_areas.find(step->api->name());
        if (unserved != target.unserved_areas.end() && !target.server_urls.contains(step->source))
            return unserved->second;
        if (base_url_of(urls, step->source, *step->api, step->server_url).empty())
            return "unknown base URL of " + step->source + ": give " + url_option_of(*step);
    }
    return std::nullopt;
}

}  // namespace plumbline::runner
