#include "conformance/cleanup/keeper.hpp"

#include "conformance/cleanup/find_by_name.hpp"
#include "conformance/cleanup/sparing.hpp"
#include "conformance/client/effect.hpp"
#include "spec/json/access.hpp"
#include "spec/json/parse.hpp"
#include "spec/json/pointer.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace plumbline::cleanup {
namespace {

/// Returns the text or the integer at a pointer of a body, "" if there is none.
std::string text_in(const std::string& body, const std::string& pointer) {
    const auto json = parse_json(body);
    return json ? identifier_at(*json, pointer) : "";
}

/// Says whether a call is to delete the entry's resource.
bool removes(const client::Call& call, const Entry& entry, const Kind& kind) {
    const auto holes = match(kind.remove, entry.url, call.request.method, call.url);
    if (!holes) return false;
    const auto asked = kind.remove.path.fill(*holes);
    const auto own = remove_path(kind, entry.parents, entry.id);
    return asked && own && *asked == *own;
}

bool removes_anything(const client::Call& call, const Header& header) {
    return std::any_of(header.kinds.begin(), header.kinds.end(), [&](const Kind& kind) {
        return std::any_of(header.urls.begin(), header.urls.end(), [&](const std::string& url) {
            return match(kind.remove, url, call.request.method, call.url).has_value();
        });
    });
}

}  // namespace

Keeper::Keeper(Journal& journal,
               client::Send send,
               Credentials credentials,
               std::chrono::milliseconds timeout,
               Absence absence)
    : journal_(journal),
      send_(std::move(send)),
      signs_{std::move(credentials), journal.header().credential_headers, {}},
      timeout_(timeout),
      absence_(absence) {}

void Keeper::begin(std::string scenario, std::vector<std::string> secrets) {
    scenario_ = std::move(scenario);
    signs_.secrets = std::move(secrets);
}

client::Exchange Keeper::perform(const client::Call& call) {
    const Header& header = journal_.header();
    for (const Kind& kind : header.kinds) {
        for (const std::string& url : header.urls) {
            auto parents = match(kind.create, url, call.request.method, call.url);
            if (!parents) continue;
            Entry entry;
            entry.area = kind.area;
            entry.type = kind.type;
            entry.url = url;
            if (!kind.name.empty()) entry.name = text_in(call.request.body, kind.name);
            entry.scenario = scenario_;
            entry.parents = std::move(*parents);
            return create(std::move(entry), kind, call);
        }
    }
    client::Exchange exchange = send_(call);
    note_delete(exchange);
    return exchange;
}

client::Exchange Keeper::create(Entry entry, const Kind& kind, const client::Call& call) {
    Carried sent = carried(call.request.headers, signs_);
    entry.credentials = references(sent, signs_.named);
    const auto number = journal_.intend(std::move(entry));
    if (!number) {
        Error error = number.error();
        error.message = "not sent: " + error.message;
        return client::not_sent(call, std::move(error));
    }
    own_.emplace(*number, std::move(sent));
    client::Exchange exchange = send_(call);
    note_answer(*number, kind, exchange);
    return exchange;
}

void Keeper::note_answer(int number, const Kind& kind, const client::Exchange& exchange) {
    if (exchange.failure) {
        if (client::was_not_sent(*exchange.failure)) journal_.close(number, "not sent");
        return;
    }
    const int status = exchange.response->status;
    const std::string id =
        http::is_success(status) ? text_in(exchange.response->body, kind.id) : std::string();
    if (!id.empty()) {
        journal_.created(number, id);
    } else if (client::is_refusal(status)) {
        journal_.close(number, "refused with " + std::to_string(status));
    } else {
        journal_.unknown(number);
    }
}

void Keeper::note_delete(const client::Exchange& exchange) {
    if (exchange.failure || !removes_anything(exchange.call, journal_.header())) return;
    const int status = exchange.response->status;
    const bool is_gone = status == 404 && absence_ != Absence::kProvesNothing;
    if (!http::is_success(status) && !is_gone) return;
    const Carried sent = carried(exchange.call.request.headers, signs_);
    std::vector<int> gone;
    journal_.visit([&](const Entry& entry) {
        const auto own = own_.find(entry.number);
        // To others than its creator the target may well say that there is no such thing.
        if (own == own_.end() || own->second != sent || entry.stage != Stage::kCreated) return;
        if (removes(exchange.call, entry, *find_kind(journal_.header(), entry)))
            gone.push_back(entry.number);
    });
    for (const int number : gone)
        journal_.close(number, http::is_success(status) ? "removed" : "gone");
}

std::vector<Removal> Keeper::sweep() {
    const client::Send send = sparing(send_);
    return remove_entries(journal_,
                          {send, signs_.named, timeout_, absence_, own_},
                          [&](const Entry& entry) { return own_.contains(entry.number); });
}

}  // namespace plumbline::cleanup
