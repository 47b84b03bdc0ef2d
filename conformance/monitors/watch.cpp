#include "conformance/monitors/watch.hpp"

#include "conformance/client/effect.hpp"
#include "conformance/monitors/sighting.hpp"
#include "spec/base/text.hpp"
#include "spec/http/message.hpp"
#include "spec/json/access.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>

namespace plumbline::monitors {
namespace {

constexpr int kNotFound = 404;
constexpr int kGone = 410;
/// How a service cuts its lists is not described. One with fewer items is taken to be whole: nobody
/// makes pages that small without being asked.
constexpr std::size_t kSmallestPage = 10;
constexpr std::array<std::string_view, 6> kNextPage{
    "next", "next_page", "next_cursor", "next_page_token", "cursor", "has_more"};
constexpr std::array<std::string_view, 3> kTotals{"total", "total_count", "count"};
constexpr std::size_t kMaxKeptBytes = 65'536;  ///< of an answer that later ones are compared with

constexpr std::array kOfRecords{watch_identity,
                                watch_constants,
                                watch_growth,
                                watch_kept,
                                watch_final_states,
                                watch_what_was_sent,
                                watch_defaults,
                                watch_writes,
                                watch_deletion,
                                watch_newest,
                                watch_names,
                                watch_equals,
                                watch_numbers,
                                watch_parents_times,
                                watch_state_of_parent,
                                watch_reading};

constexpr std::array kOfLists{watch_order,
                              watch_doubles,
                              watch_completeness,
                              watch_first,
                              watch_state_of_children,
                              watch_numbers_at_once};

std::string path_value(const Call& call, const std::string& parameter) {
    const Json* value = call.path && !parameter.empty() ? member(*call.path, parameter) : nullptr;
    return id_of(value);
}

std::string parent_id(const Call& call) {
    return call.operation.resource ? path_value(call, call.operation.resource->parent) : "";
}

/// Returns where the API is called: records of two services have nothing to do with one another.
std::string address_of(const Call& call) {
    return call.api.name() + ' ' + call.call.base_url;
}

std::uint64_t caller_of(const Call& call, const Statements& statements) {
    std::string who;
    for (const std::string& header : statements.caller_headers())
        who += call.call.request.headers.joined(header) + '\n';
    return fingerprint(who);
}

SharedMoment moment_of(const Operation& operation, const Outcome& outcome) {
    const client::Exchange& wire = outcome.exchange.on_the_wire();
    const SourceRef& where = outcome.where;
    std::string text = wire.call.request.method + ' ' + wire.call.url + " (step " + outcome.step;
    if (!where.file.empty()) text += ", " + to_text(where);
    return std::make_shared<const Moment>(Moment{outcome.exchange.started,
                                                 outcome.exchange.ended,
                                                 std::move(text) + ')',
                                                 operation.kind == "read",
                                                 stated(operation, HistoryKind::kAsRead)});
}

void look_at_sighting(const Sighting& sighting, Report& report) {
    for (const auto monitor : kOfRecords) monitor(sighting, report);
}

bool changes_its_record(const Operation& operation) {
    return operation.kind == "patch" || operation.kind == "delete";
}

/// Says whether an object around a list tells of items that are not in it, as those do that cut
/// their lists into pages. No names are described: these are the usual ones.
bool tells_of_more(const Json& answer, std::size_t size) {
    if (!answer.is_object()) return false;
    const bool has_next =
        std::any_of(kNextPage.begin(), kNextPage.end(), [&](std::string_view name) {
            const Json* next = member(answer, name);
            return next && !next->is_null() && *next != Json("") && *next != Json(false);
        });
    return has_next || std::any_of(kTotals.begin(), kTotals.end(), [&](std::string_view name) {
               return integer_or(answer, name, 0) > static_cast<std::int64_t>(size);
           });
}

/// Returns the array of a list's answer: where the document says, or the answer itself.
const Json* items_of(const Operation& operation, const Json& answer) {
    if (answer.is_array()) return &answer;
    const Json* items = find(answer, std::string_view(operation.resource->items));
    return items && items->is_array() ? items : nullptr;
}

}  // namespace

Record* Watch::own_record(const Call& call, const Statements& statements) {
    const Type* type = statements.of(call.operation);
    if (!type) return nullptr;
    const std::string id = path_value(call, type->own_parameter);
    return id.empty() ? nullptr : memory_.find(address_of(call), *type, id);
}

void Watch::announce(const Call& call) {
    if (!changes_its_record(call.operation)) return;
    const auto statements = library_->of(call.api);
    const std::lock_guard lock(mutex_);
    if (Record* record = own_record(call, *statements)) ++record->writes_under_way;
}

void Watch::let_go(std::uint64_t owner) {
    const std::lock_guard lock(mutex_);
    memory_.let_go(owner);
}

checks::Judged Watch::judge(const Call& call, const Outcome& outcome) {
    const auto statements = library_->of(call.api);
    const SharedMoment moment = moment_of(call.operation, outcome);
    const std::lock_guard lock(mutex_);
    Report report(*moment, outcome.where);
    if (changes_its_record(call.operation)) {
        Record* record = own_record(call, *statements);
        if (record && record->writes_under_way > 0) --record->writes_under_way;
    }
    const auto& response = outcome.exchange.response;
    const bool succeeded = response && http::is_success(response->status);
    if (!succeeded) {
        const bool has_no_effect = response ? client::is_refusal(response->status)
                                            : client::was_not_sent(*outcome.exchange.failure);
        if (!has_no_effect) learn_failure(call, *statements, moment);
    }
    if (!response) return {};
    const Look look{call.operation,
                    *statements,
                    memory_,
                    moment,
                    address_of(call),
                    call.owner,
                    caller_of(call, *statements),
                    wait_,
                    call.body,
                    outcome.answer,
                    response->body.size() <= kMaxKeptBytes,
                    limits_};
    learn_attempt(call, look, response->status);
    if (succeeded) {
        look_at(call, look, report);
    } else if (response->status == kNotFound || response->status == kGone) {
        learn_absence(call, look);
    }
    return report.take();
}

/// A patch that was taken, or refused as one that changes an immutable value is.
void Watch::learn_attempt(const Call& call, const Look& look, int status) {
    const auto& refusals = call.operation.violation_status("immutable").values;
    const bool counts = http::is_success(status) ||
                        std::find(refusals.begin(), refusals.end(), status) != refusals.end();
    if (call.operation.kind != "patch" || !counts) return;
    if (Record* record = own_record(call, look.statements)) learn_attempts(look, *record);
}

/// What a write without a clear answer did, nobody knows.
void Watch::learn_failure(const Call& call,
                          const Statements& statements,
                          const SharedMoment& moment) {
    Record* record = changes_its_record(call.operation) ? own_record(call, statements) : nullptr;
    if (!record) return;
    record->written = {nullptr, nullptr, moment};
    if (call.operation.kind == "delete") record->deleted = {nullptr, moment};
}

void Watch::learn_deletion(const Call& call, const Look& look) {
    Record* record = own_record(call, look.statements);
    if (!record || record->deleted.value) return;
    record->deleted = {stated(call.operation, HistoryKind::kGone), look.moment};
}

/// A record that is not found is gone if it was deleted; others are not shown to everybody.
void Watch::learn_absence(const Call& call, const Look& look) {
    if (call.operation.kind != "read") return;
    Record* record = own_record(call, look.statements);
    const bool is_own = record && record->created.seen && record->created.value == look.caller;
    if (is_own && !record->gone && look.must_show(record->deleted.seen)) record->gone = look.moment;
}

void Watch::look_at(const Call& call, const Look& look, Report& report) {
    if (stated(call.operation, HistoryKind::kForgets)) memory_.clear();
    const Type* type = look.statements.of(call.operation);
    if (!type) return;
    const std::string& kind = call.operation.kind;
    if (kind == "delete") return learn_deletion(call, look);
    if (!look.answer) return;
    if (kind == "list") return look_at_list(call, look, *type, report);
    if (kind == "create" || kind == "read" || kind == "patch")
        look_at_record(call, look, *type, report);
}

void Watch::look_at_record(const Call& call, const Look& look, const Type& type, Report& report) {
    const bool is_create = call.operation.kind == "create";
    // A read is about what its path names, whatever it shows.
    std::string id = is_create ? "" : path_value(call, type.own_parameter);
    if (id.empty()) id = id_of(find(*look.answer, std::string_view(call.operation.resource->id)));
    if (id.empty() || !look.answer->is_object()) return;
    const bool is_new = !memory_.find(look.place, type, id);
    Record* record = memory_.touch(look.place, type, id, look.moment, call.owner);
    if (!record) return;
    if (is_new) record->known_by = look.caller;
    Sighting sighting{look, *record, *look.answer, parent_id(call)};
    sighting.is_new = is_new;
    sighting.is_created = is_create;
    sighting.is_patched = call.operation.kind == "patch";
    look_at_sighting(sighting, report);
    if (!is_create && !sighting.is_patched) return;
    if (is_create) {
        record->created = {look.caller, look.moment};
        record->owner = call.owner;
    }
    // Of two writes at one time nobody knows which came last.
    const bool is_alone = record->writes_under_way == 0 &&
                          (!record->written.seen || look.follows(record->written.seen));
    record->written = {is_alone && look.is_small ? look.answer : nullptr,
                       stated(call.operation, HistoryKind::kAsWritten),
                       look.moment};
}

void Watch::look_at_list(const Call& call, const Look& look, const Type& type, Report& report) {
    const Json* items = items_of(call.operation, *look.answer);
    if (!items) return;
    Listing listing{look, type, *items};
    listing.parent_id = parent_id(call);
    if (const Type* parent = look.statements.find(type.parent))
        listing.parent = memory_.find(look.place, *parent, listing.parent_id);
    const bool asks = call.call.url.find('?') != std::string::npos;
    listing.is_whole = !asks && items->size() < kSmallestPage &&
                       !tells_of_more(*look.answer, items->size()) &&
                       (listing.parent || listing.parent_id.empty());
    listing.is_from_start = !asks;
    for (const Json& item : *items) {
        const std::string id = id_of(find(item, std::string_view(call.operation.resource->id)));
        listing.ids.push_back(id);
        if (id.empty()) continue;
        const bool is_new = !memory_.find(look.place, type, id);
        Record* record = memory_.touch(look.place, type, id, look.moment, call.owner);
        if (!record) continue;
        if (is_new) record->known_by = look.caller;
        Sighting sighting{look, *record, item, listing.parent_id, true};
        sighting.is_new = is_new;
        look_at_sighting(sighting, report);
    }
    for (const auto monitor : kOfLists) monitor(listing, report);
}

}  // namespace plumbline::monitors
