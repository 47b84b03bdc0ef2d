#include "conformance/cleanup/find_by_name.hpp"

#include "spec/http/url.hpp"
#include "spec/json/access.hpp"
#include "spec/json/parse.hpp"
#include "spec/json/pointer.hpp"
#include "spec/json/print.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <set>

namespace plumbline::cleanup {
namespace {

constexpr int kPageSize = 100;
constexpr int kMaxPages = 1000;  ///< a target whose list never ends is not waited for

/// Returns the list's query; a target that knows none of it answers everything at once.
std::string query_of(const Search& search, std::size_t offset) {
    std::string query;
    const auto add = [&](const char* name, const std::string& value) {
        const auto& known = search.kind.list_query;
        if (std::find(known.begin(), known.end(), name) == known.end()) return;
        query +=
            (query.empty() ? '?' : '&') + std::string(name) + '=' + http::percent_encode(value);
    };
    add("limit", std::to_string(kPageSize));
    add("offset", std::to_string(offset));
    add("name_contains", search.entry.name);
    return query;
}

/// Returns the list in an answer: where the contract has it, or the body itself (the description
/// leaves the shape open); null if there is none.
const Json* items_of(const Json& body, const std::string& pointer) {
    const Json* items = find(body, std::string_view(pointer));
    if (items && items->is_array()) return items;
    return body.is_array() ? &body : nullptr;
}

/// Such a list proves nothing.
tl::unexpected<Error> unreadable(const std::string& what) {
    return fail(ErrorCode::kInvalid, "its id never came, and looking for its name found " + what);
}

Result<Json> page_at(const Search& search,
                     std::size_t offset,
                     const client::Send& send,
                     std::vector<client::Exchange>& exchanges) {
    auto path = search.kind.list->path.fill(search.entry.parents);
    if (!path) return fail(path.error());
    client::Call call;
    call.url = search.entry.url + *path + query_of(search, offset);
    call.base_url = search.entry.url;
    call.area = search.kind.area;
    call.request = {search.kind.list->method, "", search.headers, ""};
    call.timeout = search.timeout;
    exchanges.push_back(send(call));
    const client::Exchange& exchange = exchanges.back();
    if (exchange.failure) return fail(*exchange.failure);
    auto body = exchange.response->status == 200
                    ? parse_json(exchange.response->body)
                    : fail(ErrorCode::kInvalid, std::to_string(exchange.response->status));
    if (body && items_of(*body, search.kind.items)) return body;
    return fail(
        ErrorCode::kInvalid,
        "its id never came, and looking for its name failed: " + call.request.method + ' ' + *path +
            " answered " +
            (body ? std::string("no list") : "not 200 with a list (" + body.error().message + ')'));
}

}  // namespace

Result<std::vector<std::string>> find_by_name(const Search& search,
                                              const client::Send& send,
                                              std::vector<client::Exchange>& exchanges) {
    std::vector<std::string> found;
    std::set<std::string> seen;
    for (int page = 0; page < kMaxPages; ++page) {
        auto body = page_at(search, seen.size(), send, exchanges);
        if (!body) return fail(body.error());
        const std::size_t before = seen.size();
        for (const Json& item : *items_of(*body, search.kind.items)) {
            const std::string id = identifier_at(item, search.kind.id);
            if (id.empty()) return unreadable("an item without an id at " + search.kind.id);
            if (!seen.insert(id).second) continue;
            if (identifier_at(item, search.kind.name) == search.entry.name) found.push_back(id);
        }
        if (seen.size() == before) return found;
    }
    return unreadable("a list that does not end");
}

std::string identifier_at(const Json& value, const std::string& pointer) {
    const Json* there = find(value, std::string_view(pointer));
    if (!there) return "";
    return there->is_number_integer() ? to_text(*there) : as_string(*there).value_or("");
}

}  // namespace plumbline::cleanup
