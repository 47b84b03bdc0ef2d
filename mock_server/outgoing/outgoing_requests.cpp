#include "mock_server/outgoing/outgoing_requests.hpp"

#include "mock_server/store/fixture_value.hpp"
#include "spec/base/name_hint.hpp"
#include "spec/example_values/example_values.hpp"
#include "spec/json/print.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace plumbline::mock {
namespace {

/// Returns a request whose URL is known, or the reason in `error`.
OutgoingEntry request_to(const OutgoingSpec& spec,
                         const Result<std::string>& url,
                         const SubjectRecord& record) {
    OutgoingEntry sent{{"", spec.name, spec.request.method, url ? *url : spec.url_expression}};
    if (!url) {
        sent.error = "not sent: " + url.error().message;
        return sent;
    }
    auto body = outgoing_body(spec, record);
    if (!body) {
        sent.error = "not sent: " + to_text(body.error());
        return sent;
    }
    const ExampleValues values(*spec.api, MessageDirection::kResponse);
    for (const Parameter& parameter : spec.request.parameters) {
        if (parameter.location != ParameterLocation::kHeader || parameter.schema_pointer.empty())
            continue;
        const auto value = values.value(parameter.schema_pointer);
        if (value && !value->is_structured())
            sent.request.headers.set(parameter.name, plain_text(*value));
    }
    if (!body->media_type.empty()) sent.request.headers.set("Content-Type", body->media_type);
    sent.request.body = std::move(body->text);
    return sent;
}

}  // namespace

Result<OutgoingRequests> OutgoingRequests::load(const Document& operations,
                                                const Contract& contract) {
    OutgoingRequests requests;
    for (const auto& api : contract.documents) {
        if (!api->is_foreign()) continue;
        for (OutgoingSpec& spec : webhooks_of(*api)) {
            std::string name = spec.name;
            requests.webhooks_[std::move(name)].push_back(std::move(spec));
        }
        for (const Operation& operation : api->operations()) {
            for (OutgoingSpec& spec : callbacks_of(*api, operation))
                requests.callbacks_[operation.id].push_back(std::move(spec));
        }
    }
    const FixtureValue rows = FixtureValue(operations).at("webhooks");
    const auto read = check_each(rows.members(), [&](const FixtureValue& row) -> Result<void> {
        if (!requests.webhooks_.contains(row.name())) {
            return row.fail(fmt::format("no webhook is named \"{}\"{}",
                                        row.name(),
                                        quoted_name_hint(row.name(), requests.webhook_names())));
        }
        return check_each(row.items(), [&](const FixtureValue& operation) -> Result<void> {
            if (!contract.find_operation(operation.text())) {
                return operation.fail(
                    fmt::format("no operation is named \"{}\"", operation.text()));
            }
            requests.webhooks_after_[operation.text()].push_back(row.name());
            return {};
        });
    });
    if (!read) return fail(read.error());
    return requests;
}

bool OutgoingRequests::follow(std::string_view operation_id) const {
    return callbacks_.find(operation_id) != callbacks_.end() ||
           webhooks_after_.find(operation_id) != webhooks_after_.end();
}

std::vector<std::string> OutgoingRequests::webhook_names() const {
    return keys_of(webhooks_);
}

std::vector<OutgoingEntry> OutgoingRequests::requests_after(std::string_view operation_id,
                                                            const AnsweredCall& answered,
                                                            const SubjectRecord& record,
                                                            const std::string& webhook_url) const {
    std::vector<OutgoingEntry> requests;
    if (const auto found = callbacks_.find(operation_id); found != callbacks_.end()) {
        for (const OutgoingSpec& callback : found->second) {
            requests.push_back(
                request_to(callback, evaluate_url(callback.url_expression, answered), record));
        }
    }
    const auto names = webhooks_after_.find(operation_id);
    if (names == webhooks_after_.end() || webhook_url.empty()) return requests;
    for (const std::string& name : names->second) {
        for (const OutgoingSpec& webhook : webhooks_.find(name)->second)
            requests.push_back(request_to(webhook, webhook_url, record));
    }
    return requests;
}

Result<std::vector<OutgoingEntry>> OutgoingRequests::webhook_requests(
    std::string_view name, const std::string& url) const {
    const auto found = webhooks_.find(name);
    if (found == webhooks_.end()) {
        return fail(ErrorCode::kNotFound,
                    fmt::format("no webhook is named \"{}\"{}",
                                name,
                                quoted_name_hint(std::string(name), webhook_names())));
    }
    std::vector<OutgoingEntry> requests;
    for (const OutgoingSpec& webhook : found->second)
        requests.push_back(request_to(webhook, url, {}));
    return requests;
}

}  // namespace plumbline::mock
