#include "conformance/runner/result/connection_records.hpp"

#include "spec/http/url.hpp"

#include <set>
#include <string>

namespace plumbline::runner {
namespace {

std::set<std::string> origins_of(const Target& target) {
    std::set<std::string> origins;
    const auto add = [&](const std::string& url) {
        if (const auto parsed = http::parse_url(url)) origins.insert(parsed->origin());
    };
    for (const auto* urls : {&target.base_urls, &target.server_urls}) {
        for (const auto& [name, url] : *urls) add(url);
    }
    if (target.has_control()) add(target.control_url);
    return origins;
}

void add_authorities(const client::ConnectionSettings& settings, reports::ConnectionRecord& to) {
    for (const client::SettingValue* each : {&settings.ca_file, &settings.ca_folder}) {
        if (each->empty()) continue;
        const char* separator = to.authorities.empty() ? "" : ", ";
        to.authorities += separator + each->text;
        to.authorities_source += separator + each->source;
    }
    if (settings.ca_file.empty() && !settings.ca_folder.empty())
        to.authorities += " and the system's";
}

}  // namespace

std::vector<reports::ConnectionRecord> connection_records(const Target& target) {
    std::vector<reports::ConnectionRecord> records;
    const client::ProxySettings& proxies = target.connection.proxies;
    for (const std::string& origin : origins_of(target)) {
        reports::ConnectionRecord record;
        record.origin = origin;
        const client::SettingValue proxy = client::configured_proxy(proxies, origin);
        if (client::is_loopback(origin)) {
            if (!proxy.empty())
                record.note = proxy.source + " is not used for an address of this machine";
        } else if (!proxy.empty()) {
            record.proxy = client::without_user_info(proxy.text);
            record.proxy_source = proxy.source;
        }
        if (origin.starts_with("https://")) add_authorities(target.connection, record);
        records.push_back(std::move(record));
    }
    return records;
}

}  // namespace plumbline::runner
