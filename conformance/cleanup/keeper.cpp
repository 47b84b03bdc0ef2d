#include "conformance/cleanup/keeper.hpp"

#include "conformance/cleanup/find_by_name.hpp"
#include "conformance/client/effect.hpp"
#include "spec/json/access.hpp"
#include "spec/json/parse.hpp"
#include "spec/json/pointer.hpp"

#include <nlohmann/json.hpp>

namespace plumbline::cleanup {
namespace {

/// Returns the text or the integer at a pointer of a body, "" if there is none.
std::string text_in(const std::string& body, const std::string& pointer) {
    const auto json = parse_json(body);
    return json ? identifier_at(*json, pointer) : "";
}

bool is_success(int status) {
    return status >= 200 && status < 300;
}

/// Says whether the holes of a DELETE's path name the entry's resource.
bool is_at(const Entry& entry, const Kind& kind, const std::map<std::string, std::string>& holes) {
    const auto asked = kind.remove.path.fill(holes);
    const auto own = remove_path(kind, entry.parents, entry.id);
    return asked && own && *asked == *own;
}

}  // namespace

Keeper::Keeper(Journal& journal,
               client::Send send,
               Credentials credentials,
               std::chrono::milliseconds timeout,
               Absence absence)
    : journal_(journal),
      send_(std::move(send)),
      credentials_(std::move(credentials)),
      timeout_(timeout),
      absence_(absence) {}

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
            entry.credentials = references(call.request.headers, credentials_);
            return create(std::move(entry), kind, call);
        }
    }
    client::Exchange exchange = send_(call);
    note_delete(exchange);
    return exchange;
}

client::Exchange Keeper::create(Entry entry, const Kind& kind, const client::Call& call) {
    const auto number = journal_.intend(std::move(entry));
    if (!number) {
        client::Exchange refused;
        refused.call = call;
        refused.failure = number.error();
        refused.failure->message = "not sent: " + refused.failure->message;
        return refused;
    }
    own_.insert(*number);
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
        is_success(status) ? text_in(exchange.response->body, kind.id) : std::string();
    if (!id.empty()) {
        journal_.created(number, id);
    } else if (client::is_refusal(status)) {
        journal_.close(number, "refused with " + std::to_string(status));
    } else {
        journal_.unknown(number);
    }
}

void Keeper::note_delete(const client::Exchange& exchange) {
    if (exchange.failure) return;
    const int status = exchange.response->status;
    const bool is_gone = status == 404 && absence_ != Absence::kProvesNothing;
    if (!is_success(status) && !is_gone) return;
    const http::Request& request = exchange.call.request;
    for (const Entry& entry : journal_.entries()) {
        if (!own_.contains(entry.number) || entry.stage != Stage::kCreated) continue;
        const Kind& kind = *find_kind(journal_.header(), entry);
        const auto holes = match(kind.remove, entry.url, request.method, exchange.call.url);
        // To others than its creator the target may well say that there is no such thing.
        if (holes && is_at(entry, kind, *holes) &&
            references(request.headers, credentials_) == entry.credentials) {
            journal_.close(entry.number, is_success(status) ? "removed" : "gone");
        }
    }
}

std::vector<Removal> Keeper::sweep() {
    return remove_entries(journal_,
                          {send_, credentials_, timeout_, absence_},
                          [&](const Entry& entry) { return own_.contains(entry.number); });
}

}  // namespace plumbline::cleanup
