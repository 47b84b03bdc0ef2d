#include "conformance/app/init_profile.hpp"

#include "conformance/app/areas.hpp"
#include "conformance/app/profile.hpp"
#include "conformance/app/usage_error.hpp"
#include "spec/base/file.hpp"
#include "spec/base/text.hpp"
#include "spec/json/parse.hpp"
#include "spec/json/pointer.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <set>

namespace plumbline::app {

std::string dotted(std::string pointer) {
    std::ranges::replace(pointer, '/', '.');
    return pointer.substr(1);
}

void set_connection(const InitCommand& command,
                    const runner::Target& target,
                    discovery::Discovery& found) {
    std::map<std::string, std::string> urls = target.base_urls;
    std::erase_if(urls, [&](const auto& one) {
        return one.second.empty() || target.unserved_areas.contains(one.first);
    });
    for (const auto& [area, reason] : target.unserved_areas) found.notes["/urls/" + area] = reason;
    std::set<std::string> different;
    for (const auto& [area, url] : urls) different.insert(url);
    if (different.size() == 1 && urls.size() == kAreas.size()) {
        found.set("/urls/all", *different.begin());
    } else {
        for (const auto& [area, url] : urls) found.set("/urls/" + area, url);
    }
    if (!target.credentials.api_key_variable.empty() && !target.credentials.api_key.empty())
        found.set("/credentials/api_key_env", target.credentials.api_key_variable);
    if (!target.credentials.tenant_id.empty())
        found.set("/credentials/tenant_id", target.credentials.tenant_id);
    if (command.run.max_rate) found.set("/rate/requests_per_second", *command.run.max_rate);
    // Paths in a profile are relative to it.
    namespace fs = std::filesystem;
    const fs::path folder = fs::absolute(command.out).parent_path();
    for (const auto& [pointer, path] : {std::pair("/ca_file", &command.run.ca_file),
                                        std::pair("/vocabulary", &command.run.vocabulary)}) {
        if (path->empty()) continue;
        const bool is_absolute = fs::path(*path).is_absolute();
        found.set(pointer,
                  is_absolute ? *path : fs::absolute(*path).lexically_relative(folder).string());
    }
}

Result<std::vector<std::string>> apply_settings(const std::vector<std::string>& settings,
                                                discovery::Discovery& found) {
    std::vector<std::string> pointers;
    for (const std::string& setting : settings) {
        const std::size_t equals = setting.find('=');
        if (equals == 0 || equals == std::string::npos)
            return usage_error("--set " + setting + ": expected MEMBER=VALUE");
        const std::string text = setting.substr(equals + 1);
        std::string pointer = '/' + setting.substr(0, equals);
        std::ranges::replace(pointer, '.', '/');
        const auto value = parse_json(text);
        found.complete(pointer, value ? *value : Json(text));
        pointers.push_back(std::move(pointer));
    }
    return pointers;
}

Result<void> write_profile(const InitCommand& command,
                           const runner::Target& target,
                           const discovery::Discovery& found,
                           const std::vector<std::string>& settings) {
    const auto schema = profile_schema();
    if (!schema) return fail(schema.error());
    std::string text = discovery::profile_text(
        *schema, found, fmt::format("{}, written by plumbline init", command.out));
    // A target may repeat the key in anything it sends.
    constexpr std::size_t kShortest = 6;
    const std::string& key = target.credentials.api_key.reveal();
    if (key.size() >= kShortest) text = replace_all(text, key, "***");
    const auto document = parse_yaml(text, command.out);
    for (const std::string& pointer : settings) {
        if (document && !find(*document->root, std::string_view(pointer)))
            return usage_error("--set: a profile has no member " + dotted(pointer),
                               "docs/targets.md, \"Profile\", lists the members");
    }
    if (auto written = write_file(command.out, text); !written) return written;
    if (auto loaded = load_profile(command.out); !loaded) return fail(loaded.error());
    return {};
}

}  // namespace plumbline::app
