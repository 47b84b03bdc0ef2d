#include "conformance/cleanup/find_resources.hpp"

#include "spec/base/text.hpp"
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

namespace plumbline::cleanup {
namespace {

/// A resource in a list.
struct ListedResource {
    std::string id;
    std::string name;  ///< "" if it has none
    std::optional<Instant> created{};
};

/// The resources that a target lists.
struct ListedResources {
    std::vector<ListedResource> resources;
    /// How far the clock of the target's server is ahead of ours, by the Date of its response;
    /// nothing if it sends none. A gateway may have sent it.
    std::optional<Duration> server_clock_offset{};
    Instant listed{};  ///< when the response ended, by our clock
};

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
        if (std::ranges::find(known, name) == known.end()) return;
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

std::optional<Duration> server_clock_offset(const client::Exchange& exchange) {
    const std::string* date = exchange.response->headers.find("Date");
    const auto time = date ? http::parse_http_date(*date) : std::nullopt;
    return time ? std::optional<Duration>(*time - exchange.ended) : std::nullopt;
}

Result<ListedResources> list_resources(const ResourceQuery& query,
                                       const client::Send& send,
                                       std::vector<client::Exchange>& exchanges) {
    const DeletableType& type = query.deletable_type;
    ListedResources found;
    std::set<std::string> ids;
    for (int page = 0; page < kMaxPages; ++page) {
        auto body = page_at(query, ids.size(), send, exchanges);
        if (!body) return fail(body.error());
        found.server_clock_offset = server_clock_offset(exchanges.back());
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

/// Times of a target may be rounded, and its database may have another clock than its server.
constexpr Duration kClockTolerance = std::chrono::minutes(5);
constexpr Duration kRecently = std::chrono::hours(24);

/// Returns how far the clock that writes the target's times is ahead of ours; nothing if that is
/// unknown: a mock may have any clock. Evidence is a creation of this run at about the time of its
/// request, or a resource that was created shortly before the list by the clock of the server.
std::optional<Duration> clock_offset(const Journal& journal, const ListedResources& listed) {
    std::optional<Duration> offset;
    journal.visit([&](const JournalEntry& entry) {
        if (!entry.time || !entry.created) return;
        const Duration ahead = *entry.created - *entry.time;
        if (ahead > -kClockTolerance && ahead < kClockTolerance) offset = ahead;
    });
    if (offset || !listed.server_clock_offset) return offset;
    const Instant now = listed.listed + *listed.server_clock_offset;
    const auto& resources = listed.resources;
    const bool is_used = std::ranges::any_of(resources, [&](const auto& one) {
        return one.created && *one.created > now - kRecently &&
               *one.created < now + kClockTolerance;
    });
    return is_used ? listed.server_clock_offset : std::nullopt;
}

/// The time in which a target created the resource of an entry, by the target's clock.
struct CreationWindow {
    std::optional<Instant> begin;  ///< nothing if the target's clock is unknown
    std::optional<Instant> end;    ///< nothing if it is unknown

    [[nodiscard]] bool contains(const ListedResource& resource) const {
        if (!resource.created) return true;
        return (!begin || *resource.created >= *begin) && (!end || *resource.created <= *end);
    }
};

CreationWindow creation_window(const JournalEntry& entry,
                               const Journal& journal,
                               const ListedResources& listed) {
    const JournalHeader& header = journal.header();
    const auto offset = clock_offset(journal, listed);
    if (!offset) return {};
    const Instant sent = entry.time.value_or(header.started) + *offset;
    CreationWindow window{sent - kClockTolerance, std::nullopt};
    // Journals of older versions do not contain the time.
    if (entry.time) window.end = sent + header.timeout + header.consistency_wait + kClockTolerance;
    return window;
}

/// A target may trim a name or change its case.
bool is_same_name(const std::string& listed, const std::string& sent) {
    return equals_ignoring_case(trimmed(listed), trimmed(sent));
}

std::string ambiguity_reason(const std::vector<ListedResource>& possible) {
    constexpr std::size_t kShown = 10;
    std::string reason = "its id is unknown; created since, and perhaps by the run: ";
    for (std::size_t i = 0; i < std::min(possible.size(), kShown); ++i) {
        reason += (i == 0 ? "" : ", ") + possible[i].id;
        if (!possible[i].name.empty()) reason += " (" + possible[i].name + ')';
    }
    if (possible.size() > kShown)
        reason += " and " + std::to_string(possible.size() - kShown) + " more";
    return reason + ": check them, and delete manually what the run created";
}

}  // namespace

Result<FoundResources> find_resources(const ResourceQuery& query,
                                      const Journal& journal,
                                      const std::set<std::string>& ignored_ids,
                                      const client::Send& send,
                                      std::vector<client::Exchange>& exchanges) {
    const JournalEntry& entry = query.entry;
    const auto listed = list_resources(query, send, exchanges);
    if (!listed) return fail(listed.error());
    // Read after the list: whatever a running scenario has created until then is in the journal.
    std::set<std::string> ids = ignored_ids;
    std::set<std::string> names;
    journal.visit([&](const JournalEntry& other) {
        if (!other.id.empty()) ids.insert(other.id);
        names.insert(other.name);
    });
    const std::string& prefix = journal.header().prefix;
    const bool has_run_name = entry.name.starts_with(prefix);
    const CreationWindow window = creation_window(entry, journal, *listed);
    FoundResources found;
    std::vector<ListedResource> possible;
    std::vector<std::string> prefixed;  // ids of resources with other names of this run
    for (const ListedResource& resource : listed->resources) {
        if (ids.contains(resource.id)) continue;
        if (has_run_name && resource.name == entry.name) {
            found.own.push_back(resource.id);
            continue;
        }
        const bool is_of_other_entry =
            !resource.name.empty() && resource.name != entry.name && names.contains(resource.name);
        if (is_of_other_entry || !window.contains(resource)) continue;
        if (resource.name.starts_with(prefix)) {
            prefixed.push_back(resource.id);
        } else if (!has_run_name &&
                   (entry.name.empty() || is_same_name(resource.name, entry.name))) {
            possible.push_back(resource);
        }
    }
    if (found.own.empty()) found.own = std::move(prefixed);
    if (found.own.empty() && !possible.empty()) found.ambiguity = ambiguity_reason(possible);
    return found;
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
