#include "conformance/cleanup/journaling_client.hpp"

#include "conformance/cleanup/circuit_breaker.hpp"
#include "conformance/cleanup/find_resources.hpp"
#include "conformance/client/client.hpp"
#include "spec/json/access.hpp"
#include "spec/json/parse.hpp"
#include "spec/json/pointer.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace plumbline::cleanup {
namespace {

/// Returns the text or integer at a pointer of a body, "" if there is none.
std::string text_in(const std::string& body, const std::string& pointer) {
    const auto json = parse_json(body);
    return json ? identifier_at(*json, pointer) : "";
}

/// Returns whether a call deletes the entry's resource.
bool deletes_entry(const client::HttpCall& call,
                   const JournalEntry& entry,
                   const DeletableType& type) {
    const auto parameters = match_route(type.remove, entry.url, call.request.method, call.url);
    if (!parameters) return false;
    const auto requested = type.remove.path.fill(*parameters);
    const auto own = remove_path(type, entry.parents, entry.id);
    return requested && own && *requested == *own;
}

/// Returns whether a text is or contains a secret. A short one may be a part of any text.
bool has_secret(const std::string& text, const std::vector<std::string>& secrets) {
    constexpr std::size_t kShortest = 6;
    return std::ranges::any_of(secrets, [&](const std::string& secret) {
        return !secret.empty() && (text == secret || (secret.size() >= kShortest &&
                                                      text.find(secret) != std::string::npos));
    });
}

/// Keeps secrets out of the journal: a secret name is treated as unknown.
void hide_secrets(const std::vector<std::string>& secrets, JournalEntry& entry) {
    if (has_secret(entry.name, secrets)) entry.name.clear();
    for (const auto& [name, value] : entry.parents) {
        if (has_secret(value, secrets)) entry.secret_parents.insert(name);
    }
}

bool deletes_resource(const client::HttpCall& call, const JournalHeader& header) {
    return std::ranges::any_of(header.deletable_types, [&](const DeletableType& type) {
        return std::ranges::any_of(header.urls, [&](const std::string& url) {
            return match_route(type.remove, url, call.request.method, call.url).has_value();
        });
    });
}

}  // namespace

JournalingClient::JournalingClient(Journal& journal,
                                   client::Send send,
                                   NamedCredentials credentials,
                                   const Clock& clock,
                                   std::chrono::milliseconds timeout,
                                   NotFoundPolicy not_found_policy)
    : journal_(journal),
      send_(std::move(send)),
      patterns_{std::move(credentials), journal.header().credential_headers, {}},
      clock_(clock),
      timeout_(timeout),
      not_found_policy_(not_found_policy) {}

void JournalingClient::begin_scenario(std::string scenario, std::vector<std::string> secrets) {
    scenario_ = std::move(scenario);
    patterns_.secrets = std::move(secrets);
}

client::Exchange JournalingClient::perform(const client::HttpCall& call) {
    const JournalHeader& header = journal_.header();
    for (const DeletableType& type : header.deletable_types) {
        for (const std::string& url : header.urls) {
            auto parents = match_route(type.create, url, call.request.method, call.url);
            if (!parents) continue;
            JournalEntry entry;
            entry.area = type.area;
            entry.type = type.type;
            entry.url = url;
            if (!type.name.empty()) entry.name = text_in(call.request.body, type.name);
            entry.scenario = scenario_;
            entry.parents = std::move(*parents);
            entry.time = clock_.now();
            hide_secrets(patterns_.secrets, entry);
            return create(std::move(entry), type, call);
        }
    }
    client::Exchange exchange = send_(call);
    record_delete(exchange);
    return exchange;
}

client::Exchange JournalingClient::create(JournalEntry entry,
                                          const DeletableType& type,
                                          const client::HttpCall& call) {
    CredentialValues sent = credential_values(call.request.headers, patterns_);
    entry.credentials = credential_references(sent, patterns_.named);
    const auto number = journal_.record_intent(std::move(entry));
    if (!number) {
        Error error = number.error();
        error.message = "not sent: " + error.message;
        return client::unsent_exchange(call, std::move(error));
    }
    sent_credentials_.emplace(*number, std::move(sent));
    client::Exchange exchange = send_(call);
    record_response(*number, type, exchange);
    return exchange;
}

void JournalingClient::record_response(int number,
                                       const DeletableType& type,
                                       const client::Exchange& exchange) {
    if (exchange.failure) {
        if (client::was_not_sent(*exchange.failure)) {
            journal_.record_closed(number, "not sent");
        } else if (exchange.wire_exchange().response) {
            journal_.record_unknown(number);  // a gateway responded
        }
        return;
    }
    const int status = exchange.response->status;
    const auto body =
        http::is_success(status) ? parse_json(exchange.response->body) : Json(nullptr);
    const std::string id = body ? identifier_at(*body, type.id) : "";
    if (!id.empty()) {
        journal_.record_created(number, id, creation_time(*body));
    } else if (client::is_refusal(status)) {
        journal_.record_closed(number, "refused with " + std::to_string(status));
    } else {
        journal_.record_unknown(number);
    }
}

void JournalingClient::record_delete(const client::Exchange& exchange) {
    if (exchange.failure || !deletes_resource(exchange.call, journal_.header())) return;
    const int status = exchange.response->status;
    const bool is_not_found = status == 404 && not_found_policy_ != NotFoundPolicy::kProvesNothing;
    if (!http::is_success(status) && !is_not_found) return;
    const CredentialValues sent = credential_values(exchange.call.request.headers, patterns_);
    std::vector<int> deleted;
    journal_.visit([&](const JournalEntry& entry) {
        const auto own = sent_credentials_.find(entry.number);
        // For other credentials than the creator's, the target may respond that the resource does
        // not exist.
        if (own == sent_credentials_.end() || own->second != sent ||
            entry.stage != ResourceStage::kCreated)
            return;
        if (deletes_entry(exchange.call, entry, *find_deletable_type(journal_.header(), entry)))
            deleted.push_back(entry.number);
    });
    for (const int number : deleted)
        journal_.record_closed(number, http::is_success(status) ? "removed" : "gone");
}

std::vector<Removal> JournalingClient::delete_remaining() {
    const client::Send send = with_circuit_breaker(send_);
    return remove_entries(
        journal_,
        {send, patterns_.named, timeout_, not_found_policy_, sent_credentials_},
        [&](const JournalEntry& entry) { return sent_credentials_.contains(entry.number); });
}

}  // namespace plumbline::cleanup
