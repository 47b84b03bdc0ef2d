#include "conformance/runner/access/secrets.hpp"

#include "conformance/expressions/expressions.hpp"
#include "conformance/runner/access/secret_values.hpp"
#include "reports/reports.hpp"
#include "spec/base/text.hpp"
#include "spec/json/access.hpp"
#include "spec/json/print.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace plumbline::runner {
namespace {

/// Adds all primitive values in a value, as they are sent. A secret of digits only may have been
/// parsed as a number.
void add_leaves(const Json& value, std::vector<std::string>& secrets) {
    if (value.is_structured()) {
        for (const Json& part : value) add_leaves(part, secrets);
    } else if (!value.is_null()) {
        add_secret(plain_text(value), secrets);
    }
}

/// Adds the values of members with these names, at any depth.
void add_members(const Json& value,
                 const std::vector<std::string>& names,
                 std::vector<std::string>& secrets) {
    if (value.is_array()) {
        for (const Json& part : value) add_members(part, names, secrets);
    }
    if (!value.is_object()) return;
    for (const auto& [name, part] : value.items()) {
        if (std::ranges::find(names, std::string(name)) != names.end())
            add_leaves(part, secrets);
        else
            add_members(part, names, secrets);
    }
}

/// Masks the names of events; bytes with a secret, also with the beginning of one at their end, are
/// omitted, as their offsets would change.
void mask(reports::StreamRecord& stream, const OutputMask& masked) {
    for (reports::StreamArrival& arrival : stream.arrivals) {
        arrival.type = masked(arrival.type);
        arrival.mode = masked(arrival.mode);
    }
    for (reports::StreamExcerpt& excerpt : stream.excerpts) {
        const std::string bytes = reports::bytes_of_hex(excerpt.hex) + "...";
        if (masked(bytes) != bytes) excerpt.hex.clear();
    }
}

}  // namespace

void add_secret(const std::string& secret, std::vector<std::string>& secrets) {
    for (std::string& form : secret_forms(secret)) {
        if (std::ranges::find(secrets, form) == secrets.end()) secrets.push_back(std::move(form));
    }
}

void add_texts(const Json& inputs, const std::string& name, std::vector<std::string>& secrets) {
    if (const Json* value = member(inputs, name)) add_leaves(*value, secrets);
}

void add_credentials(const Json& inputs, std::vector<std::string>& secrets) {
    for (const char* name : {"api_key", "other_api_key", "tenant_id", "other_tenant_id"})
        add_texts(inputs, name, secrets);
}

void add_target_secrets(const Target& target, std::vector<std::string>& secrets) {
    add_secret(target.control_token.reveal(), secrets);
    for (const TargetHeader& header : target.headers) {
        if (!header.variable.empty()) add_secret(header.value.reveal(), secrets);
    }
    const std::string& proxy = target.connection.proxies.credentials.value.reveal();
    add_secret(proxy, secrets);
    add_secret(proxy.substr(std::min(proxy.find(':'), proxy.size() - 1) + 1), secrets);
}

void add_secrets(const workflow::Workflow& workflow,
                 const Json& inputs,
                 std::vector<std::string>& secrets) {
    add_credentials(inputs, secrets);
    for (const workflow::WorkflowInput& input : workflow.inputs) {
        if (input.secret) add_texts(inputs, input.name, secrets);
        const Json* value = input.secret_members.empty() ? nullptr : member(inputs, input.name);
        if (value) add_members(*value, input.secret_members, secrets);
    }
}

void mask(reports::ScenarioResult& result, const OutputMask& masked) {
    const auto clean = [&](std::string& text) { text = masked(text); };
    clean(result.reason);
    for (reports::StepResult& step : result.steps) {
        for (reports::ExchangeRecord& exchange : step.exchanges) {
            clean(exchange.url);
            clean(exchange.curl);
            clean(exchange.response_excerpt);
            for (reports::StreamRecord& stream : exchange.streams) mask(stream, masked);
        }
        for (reports::Finding& finding : step.findings) {
            clean(finding.expected);
            clean(finding.got);
            clean(finding.note);
        }
    }
}

std::string masked_excerpt(const std::string& body,
                           std::size_t max_bytes,
                           const OutputMask& masked) {
    // A secret or character that begins before the cut is contained in the masked part as a whole.
    constexpr std::size_t kLongestCharacter = 4;
    const std::string text =
        masked(body.substr(0, max_bytes + std::max(masked.longest(), kLongestCharacter)));
    return std::string(truncate(text, max_bytes));
}

}  // namespace plumbline::runner
