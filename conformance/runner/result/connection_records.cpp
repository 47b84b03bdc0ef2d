#include "conformance/runner/result/connection_records.hpp"

#include "conformance/runner/own_calls.hpp"

#include <string>

namespace plumbline::runner {
namespace {

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
    for (const std::string& origin : own_origins(target)) {
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
        if (const auto address = client::resolved_address(target.connection.resolve, origin);
            !address.empty()) {
            record.note +=
                (record.note.empty() ? "" : "; ") + ("resolved to " + address + " by the profile");
        }
        if (origin.starts_with("https://")) add_authorities(target.connection, record);
        records.push_back(std::move(record));
    }
    return records;
}

}  // namespace plumbline::runner
