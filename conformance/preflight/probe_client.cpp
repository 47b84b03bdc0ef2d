#include "conformance/preflight/probe_client.hpp"

#include "spec/base/check.hpp"

#include <algorithm>

namespace plumbline::preflight {
namespace {

using client::Exchange;

// No service has this id: a read of it has no effect.
constexpr const char* kUnknownId = "00000000-0000-4000-8000-000000000000";
constexpr std::chrono::milliseconds kMaxTimeout{10'000};
constexpr std::string_view kTenantlessArea = "agent_streaming";

}  // namespace

std::map<std::string, std::string> unknown_ids(const Operation& operation) {
    std::map<std::string, std::string> ids;
    for (const Parameter& parameter : operation.parameters) {
        if (parameter.location == ParameterLocation::kPath) ids[parameter.name] = kUnknownId;
    }
    return ids;
}

Exchange ProbeClient::get(const Operation& operation,
                          const std::string& base_url,
                          bool with_tenant,
                          const std::map<std::string, std::string>& ids) {
    std::map<std::string, std::string> values = ids;
    values.merge(unknown_ids(operation));
    client::HttpCall call;
    call.url = base_url + operation.path.fill_encoded(values).value_or("");
    call.base_url = base_url;
    call.area = operation.source;
    call.request.method = "GET";
    return send(std::move(call), with_tenant);
}

std::optional<http::Response> ProbeClient::unknown_path(const std::string& base_url) {
    const auto known = unknown_paths_.find(base_url);
    if (known != unknown_paths_.end()) return known->second;
    if (!may_send()) return std::nullopt;
    client::HttpCall call;
    call.url = base_url + kUnknownPath;
    call.base_url = base_url;
    call.request.method = "GET";
    const Exchange exchange = send(std::move(call));
    return unknown_paths_[base_url] = exchange.wire_exchange().response;
}

// Source: description, "Authentication".
Exchange ProbeClient::send(client::HttpCall call, bool with_tenant) {
    PLUMBLINE_CHECK(may_send(), "the caller checks the limit");
    --left_;
    call.timeout = std::min(target_.timeout, kMaxTimeout);
    call.request.headers.set("Accept", "application/json");
    const runner::TargetCredentials& credentials = target_.credentials;
    if (!credentials.api_key.empty())
        call.request.headers.set("X-Api-Key", credentials.api_key.reveal());
    if (with_tenant && !credentials.tenant_id.empty() && call.area != kTenantlessArea)
        call.request.headers.set("X-Tenant-Id", credentials.tenant_id);
    return send_(call);
}

}  // namespace plumbline::preflight
