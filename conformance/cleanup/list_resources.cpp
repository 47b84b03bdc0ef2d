#include "conformance/cleanup/list_resources.hpp"

#include "spec/base/time_text.hpp"
#include "spec/http/date.hpp"
#include "spec/http/url.hpp"
#include "spec/json/access.hpp"
#include "spec/json/parse.hpp"
#include "spec/json/pointer.hpp"
#include "spec/json/print.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <set>

namespace plumbline::cleanup {
namespace {

constexpr int kPageSize = 100;
constexpr int kMaxPages = 1000;  ///< stops reading an endless list

/// Names of the member with the time of creation, in APIs of any kind.
constexpr std::array kCreationMembers{"created_at", "createdAt", "created", "creation_time"};

/// Returns the query of a list; a target that supports none of it returns everything in one
/// response.
std::string query_text(const ResourceQuery& query, std::size_t offset) {
    std::string text;
    const auto add = [&](const char* name, const std::string& value) {
        const auto& known = query.deletable_type.list_query;
        if (std::find(known.begin(), known.end(), name) == known.end()) return;
        text += (text.empty() ? '?' : '&') + std::string(name) + '=' + http::percent_encode(value);
    };
    add("limit", std::to_string(kPageSize));
    add("offset", std::to_string(offset));
    if (!query.entry.name.empty()) add("name_contains", query.entry.name);
    return text;
}

/// Returns the list in a response: at the contract's pointer, or the body itself (the description
/// leaves the shape open); null if there is none.
const Json* items_of(const Json& body, const std::string& pointer) {
    const Json* items = find(body, std::string_view(pointer));
    if (items && items->is_array()) return items;
    return body.is_array() ? &body : nullptr;
}

/// Such a list does not show whether the resource exists.
tl::unexpected<Error> unreadable(const std::string& what) {
    return fail(ErrorCode::kInvalid,
                "its id is unknown, and the search for its name found " + what);
}

Result<Json> page_at(const ResourceQuery& query,
                     std::size_t offset,
                     const client::Send& send,
                     std::vector<client::Exchange>& exchanges) {
    auto path = query.deletable_type.list->path.fill(query.entry.parents);
    if (!path) return fail(path.error());
    client::HttpCall call;
    call.url = query.entry.url + *path + query_text(query, offset);
    call.base_url = query.entry.url;
    call.area = query.deletable_type.area;
    call.request = {query.deletable_type.list->method, "", query.headers, ""};
    call.timeout = query.timeout;
    exchanges.push_back(send(call));
    const client::Exchange& exchange = exchanges.back();
    if (exchange.failure) return fail(*exchange.failure);
    auto body = exchange.response->status == 200
                    ? parse_json(exchange.response->body)
                    : fail(ErrorCode::kInvalid, std::to_string(exchange.response->status));
    if (body && items_of(*body, query.deletable_type.items)) return body;
    return fail(
        ErrorCode::kInvalid,
        "its id is unknown, and the search for its name failed: " + call.request.method + ' ' +
            *path + " returned " +
            (body ? std::string("no list") : "not 200 with a list (" + body.error().message + ')'));
}

std::optional<Duration> clock_offset(const client::Exchange& exchange) {
    const std::string* date = exchange.response->headers.find("Date");
    const auto time = date ? http::parse_http_date(*date) : std::nullopt;
    return time ? std::optional<Duration>(*time - exchange.ended) : std::nullopt;
}

}  // namespace

Result<ListedResources> list_resources(const ResourceQuery& query,
                                       const client::Send& send,
                                       std::vector<client::Exchange>& exchanges) {
    const DeletableType& type = query.deletable_type;
    ListedResources found;
    std::set<std::string> ids;
    for (int page = 0; page < kMaxPages; ++page) {
        auto body = page_at(query, ids.size(), send, exchanges);
        if (!body) return fail(body.error());
        found.server_clock_offset = clock_offset(exchanges.back());
        found.listed = exchanges.back().ended;
        const std::size_t before = ids.size();
        for (const Json& item : *items_of(*body, type.items)) {
            const std::string id = identifier_at(item, type.id);
            if (id.empty()) return unreadable("an item without an id at " + type.id);
            if (!ids.insert(id).second) continue;
            found.resources.push_back(
                {id, type.name.empty() ? "" : identifier_at(item, type.name), creation_time(item)});
        }
        if (ids.size() == before) return found;
    }
    return unreadable("a list that does not end");
}

std::optional<Instant> creation_time(const Json& resource) {
    for (const char* name : kCreationMembers) {
        if (auto time = parse_instant(string_or(resource, name, ""))) return *time;
    }
    return std::nullopt;
}

std::string identifier_at(const Json& value, const std::string& pointer) {
    const Json* found = find(value, std::string_view(pointer));
    if (!found) return "";
    return found->is_number_integer() ? to_text(*found) : as_string(*found).value_or("");
}

}  // namespace plumbline::cleanup
