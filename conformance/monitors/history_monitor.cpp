#include "conformance/monitors/history_monitor.hpp"

#include "conformance/client/client.hpp"
#include "conformance/monitors/inferred_call.hpp"
#include "conformance/monitors/monitors.hpp"
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
/// The API description does not define how a service pages its lists. A list with fewer items is
/// taken as complete: no service uses such small pages unless asked to.
constexpr std::size_t kSmallestPage = 10;
constexpr std::array<std::string_view, 6> kNextPageNames{
    "next", "next_page", "next_cursor", "next_page_token", "cursor", "has_more"};
constexpr std::array<std::string_view, 3> kTotalNames{"total", "total_count", "count"};
constexpr std::size_t kMaxStoredBytes =
    65'536;  ///< maximum size of a response that later ones are compared with

/// Calls `Check` for each rule of a record's type with what is known of the record by that rule.
template <auto Rules, auto Known, auto Check>
void check_each(const RecordObservation& observation, MonitorReport& report) {
    const std::vector<ValueRule>& rules = observation.record.rules->*Rules;
    for (std::size_t i = 0; i < rules.size(); ++i)
        Check(observation, rules[i], (observation.record.*Known)[i], report);
}

constexpr std::array kRecordMonitors{
    check_identity,
    check_each<&ResourceRules::constants, &TrackedRecord::constants, check_constant>,
    check_each<&ResourceRules::monotonic, &TrackedRecord::monotonic, check_monotonic_value>,
    check_each<&ResourceRules::monotonic, &TrackedRecord::monotonic_lists, check_monotonic_list>,
    check_each<&ResourceRules::final_states, &TrackedRecord::final_states, check_final_state>,
    check_each<&ResourceRules::advancing, &TrackedRecord::positions, check_position>,
    check_kept_values,
    check_sent_values,
    check_defaults,
    check_writes,
    check_deletion,
    check_each<&ResourceRules::newest, &TrackedRecord::newest, check_newest_reference>,
    check_references,
    check_equal_fields,
    check_numbered_names,
    check_parent_times,
    check_each<&ResourceRules::child_rules, &TrackedRecord::child_rule_states, check_parent_state>,
    check_lists_between_reads,
    check_reads_against_lists};

constexpr std::array kListMonitors{check_order,
                                   check_duplicates,
                                   check_completeness,
                                   check_first_item,
                                   check_child_states,
                                   check_concurrent_states};

std::string parent_id(const MonitoredCall& call) {
    return call.operation.resource ? path_value(call, call.operation.resource->parent) : "";
}

std::uint64_t caller_of(const MonitoredCall& call, const HistoryRules& rules) {
    std::string caller;
    for (const std::string& header : rules.caller_headers())
        caller += call.call.request.headers.joined(header) + '\n';
    return fingerprint(caller);
}

SharedExchangeRef exchange_ref(const Operation& operation, const CallOutcome& outcome) {
    const client::Exchange& wire = outcome.exchange.wire_exchange();
    const SourceRef& where = outcome.where;
    std::string text = wire.call.request.method + ' ' + wire.call.url + " (step " + outcome.step;
    if (!where.file.empty()) text += ", " + to_text(where);
    return std::make_shared<const ExchangeRef>(
        ExchangeRef{outcome.exchange.started,
                    outcome.exchange.ended,
                    std::move(text) + ')',
                    operation.kind == "read",
                    operation.resource ? operation.resource->type : "",
                    find_operation_rule(operation, HistoryRuleKind::kMatchesRead)});
}

bool changes_its_record(const Operation& operation) {
    return operation.kind == "patch" || operation.kind == "delete" || operation.kind == "replace";
}

/// Returns whether the object around a list indicates items that are not in it, as paged lists do.
/// The API description defines no member names for this; these are the usual ones.
bool has_more_items(const Json& response, std::size_t size) {
    if (!response.is_object()) return false;
    const bool has_next =
        std::any_of(kNextPageNames.begin(), kNextPageNames.end(), [&](std::string_view name) {
            const Json* next = member(response, name);
            return next && !next->is_null() && *next != Json("") && *next != Json(false);
        });
    return has_next ||
           std::any_of(kTotalNames.begin(), kTotalNames.end(), [&](std::string_view name) {
               return integer_or(response, name, 0) > static_cast<std::int64_t>(size);
           });
}

/// Returns the item array of a list response: at the location that the document states, or the
/// response itself.
const Json* items_of(const Operation& operation, const Json& response) {
    if (response.is_array()) return &response;
    const Json* items = find(response, std::string_view(operation.resource->items));
    return items && items->is_array() ? items : nullptr;
}

TrackedRecord* own_record(const ExchangeContext& context) {
    return own_record(context.history, context.call, context.rules);
}

/// Stores a patch that was accepted, or refused with a status for changes of immutable values.
void store_change_attempt(const ExchangeContext& context, int status) {
    const Operation& operation = context.call.operation;
    const auto& refusals = operation.violation_status("immutable").values;
    const bool counts = http::is_success(status) ||
                        std::find(refusals.begin(), refusals.end(), status) != refusals.end();
    if (operation.kind != "patch" || !counts) return;
    if (TrackedRecord* record = own_record(context)) record_change_attempts(context, *record);
}

void store_deletion(const ExchangeContext& context) {
    TrackedRecord* record = own_record(context);
    if (!record || record->deleted.value) return;
    record->deleted = {find_operation_rule(context.call.operation, HistoryRuleKind::kDeleted),
                       context.exchange};
}

/// A resource that is not found counts as deleted only if it was deleted before: a service may hide
/// resources of other callers.
void store_not_found(const ExchangeContext& context, MonitorReport& report) {
    if (context.call.operation.kind != "read") return;
    TrackedRecord* record = own_record(context);
    if (record && record->parent == parent_id(context.call))
        check_dangling_reference(context, *record, report);
    const bool is_own =
        record && record->created.exchange && record->created.value == context.caller;
    if (is_own && !record->not_found && context.must_show(record->deleted.exchange))
        record->not_found = context.exchange;
}

/// Runs the monitors on a resource. Returns the resource; null if there are too many.
TrackedRecord* check_resource(const ExchangeContext& context,
                              const ResourceRules& type,
                              const std::string& id,
                              const Json& value,
                              bool is_item,
                              MonitorReport& report) {
    const bool is_new = !context.history.find(context.address, type, id);
    TrackedRecord* record = context.history.find_or_add(
        context.address, type, id, context.exchange, context.call.owner);
    if (!record) return nullptr;
    if (is_new) record->first_caller = context.caller;
    RecordObservation observation{context, *record, value, parent_id(context.call), is_item};
    observation.is_new = is_new;
    observation.is_created = context.call.operation.kind == "create";
    observation.is_patched = context.call.operation.kind == "patch";
    observation.is_replaced = context.call.operation.kind == "replace";
    for (const auto monitor : kRecordMonitors) monitor(observation, report);
    return record;
}

/// Checks that the response is about the record in the path. Returns whether it is: what another
/// record shows contradicts nothing that is known of this one.
bool check_path(const ExchangeContext& context,
                const ResourceRules& type,
                const std::string& id,
                MonitorReport& report) {
    const Operation& operation = context.call.operation;
    const HistoryRule* rule = find_operation_rule(operation, HistoryRuleKind::kNamesPath);
    const std::string shown =
        id_of(find(*context.response, std::string_view(operation.resource->id)));
    if (!rule || shown.empty()) return true;
    if (shown == id) {
        report.add_verified(rule->requirements);
        return true;
    }
    report.add_contradiction({"history-names_path",
                              rule->basis,
                              rule->requirements,
                              "the " + type.name + " in the path, " + id,
                              shown});
    return false;
}

/// Returns what later reads must show after a write.
SharedJson known_values(const ExchangeContext& context, const TrackedRecord& record) {
    if (!context.rules.are_inferred()) return context.response;
    const bool is_patch = context.call.operation.kind == "patch";
    const Json* former = is_patch ? record.last_write.response.get() : nullptr;
    return std::make_shared<const Json>(sent_values(former, context.call.body, *context.response));
}

void check_record(const ExchangeContext& context,
                  const ResourceRules& type,
                  MonitorReport& report) {
    const MonitoredCall& call = context.call;
    const bool is_create = call.operation.kind == "create";
    // A read is about the resource in its path, whatever the response contains.
    std::string id = is_create ? "" : path_value(call, type.id_parameter);
    if (!id.empty() && !check_path(context, type, id, report)) return;
    if (id.empty())
        id = id_of(find(*context.response, std::string_view(call.operation.resource->id)));
    if (id.empty() || !context.response->is_object()) return;
    if (call.operation.kind == "replace") {
        // It may create a record that was deleted.
        TrackedRecord* known = context.history.find(context.address, type, id);
        if (known && known->deleted.exchange)
            RecordHistory::reset(*known, context.exchange, call.owner);
    }
    TrackedRecord* record = check_resource(context, type, id, *context.response, false, report);
    if (!record || call.operation.kind == "read") return;
    if (is_create) {
        record->created = {context.caller, context.exchange};
        record->owner = call.owner;
    }
    // The order of two overlapping writes is unknown.
    const bool is_alone =
        record->pending_writes == 0 &&
        (!record->last_write.exchange || context.follows(record->last_write.exchange));
    record->last_write = {
        is_alone && context.is_storable ? known_values(context, *record) : nullptr,
        find_operation_rule(call.operation, HistoryRuleKind::kMatchesWrite),
        context.exchange};
}

void check_list(const ExchangeContext& context, const ResourceRules& type, MonitorReport& report) {
    const MonitoredCall& call = context.call;
    const Json* items = items_of(call.operation, *context.response);
    if (!items) return;
    ListObservation list{context, type, *items};
    list.parent_id = parent_id(call);
    if (const ResourceRules* parent = context.rules.find(type.parent))
        list.parent = context.history.find(context.address, *parent, list.parent_id);
    const bool asks = call.call.url.find('?') != std::string::npos;
    list.is_complete = !asks && items->size() < kSmallestPage &&
                       !has_more_items(*context.response, items->size()) &&
                       (list.parent || list.parent_id.empty());
    list.is_from_start = !asks;
    for (const Json& item : *items) {
        list.ids.push_back(id_of(find(item, std::string_view(call.operation.resource->id))));
        if (!list.ids.back().empty())
            check_resource(context, type, list.ids.back(), item, true, report);
    }
    for (const auto monitor : kListMonitors) monitor(list, report);
}

void check_response(const ExchangeContext& context, MonitorReport& report) {
    const Operation& operation = context.call.operation;
    if (find_operation_rule(operation, HistoryRuleKind::kResets)) context.history.clear();
    const ResourceRules* type = context.rules.find_for(operation);
    if (!type) return;
    const std::string& kind = operation.kind;
    if (kind == "delete") return store_deletion(context);
    if (!context.response) return;
    if (kind == "list") return check_list(context, *type, report);
    if (kind == "create" || kind == "read" || kind == "patch" || kind == "replace")
        check_record(context, *type, report);
}

/// The effect of a write without a clear response is unknown.
bool has_unknown_effect(const client::Exchange& exchange) {
    if (!exchange.response) return !client::was_not_sent(*exchange.failure);
    const int status = exchange.response->status;
    return !http::is_success(status) && !client::is_refusal(status);
}

}  // namespace

void HistoryMonitor::announce(const MonitoredCall& call) {
    const auto rules = rule_cache_->rules_of(call.api);
    if (!rules->are_inferred()) {
        if (changes_its_record(call.operation)) announce_write(call, *rules);
        return;
    }
    const InferredOperation* inferred = rules->find_inferred(call.operation);
    if (!inferred) return;
    const bool changes_record =
        inferred->effect == RecordEffect::kUnknownRecord || changes_its_record(inferred->operation);
    if (changes_record) announce_write(InferredCall(call, *inferred, *rules).call(), *rules);
    if (inferred->effect == RecordEffect::kUnknown) forget_all();
}

void HistoryMonitor::announce_write(const MonitoredCall& call, const HistoryRules& rules) {
    const std::lock_guard lock(mutex_);
    if (TrackedRecord* record = own_record(history_, call, rules)) ++record->pending_writes;
}

void HistoryMonitor::forget_all() {
    const std::lock_guard lock(mutex_);
    history_.clear();
}

void HistoryMonitor::forget_record(const MonitoredCall& call,
                                   const HistoryRules& rules,
                                   const CallOutcome& outcome) {
    const SharedExchangeRef exchange = exchange_ref(call.operation, outcome);
    const std::lock_guard lock(mutex_);
    TrackedRecord* record = own_record(history_, call, rules);
    if (!record) return;
    const int others = std::max(record->pending_writes - 1, 0);
    RecordHistory::reset(*record, exchange, call.owner);
    record->pending_writes = others;
    record->deleted = {nullptr, exchange};  // perhaps
}

void HistoryMonitor::release_owner(std::uint64_t owner) {
    const std::lock_guard lock(mutex_);
    history_.release_owner(owner);
}

checks::CheckResult HistoryMonitor::check(const MonitoredCall& call, const CallOutcome& outcome) {
    const auto rules = rule_cache_->rules_of(call.api);
    if (!rules->are_inferred()) return check_known(call, *rules, outcome);
    const InferredOperation* inferred = rules->find_inferred(call.operation);
    if (!inferred) return {};
    const InferredCall known(call, *inferred, *rules);
    const CallOutcome shown{outcome.exchange,
                            record_in(outcome.response, inferred->record_at),
                            outcome.where,
                            outcome.step};
    std::unique_lock lock(mutex_);
    const RecordEffect effect = effect_of(history_, known.call(), *inferred, *rules, shown);
    lock.unlock();
    switch (effect) {
        case RecordEffect::kNone:
            return {};
        case RecordEffect::kUnknown:
            forget_all();
            return {};
        case RecordEffect::kUnknownRecord:
            forget_record(known.call(), *rules, shown);
            return {};
        case RecordEffect::kAsItsKind:
            break;
    }
    return check_known(known.call(), *rules, shown);
}

checks::CheckResult HistoryMonitor::check_known(const MonitoredCall& call,
                                                const HistoryRules& rules,
                                                const CallOutcome& outcome) {
    const SharedExchangeRef exchange = exchange_ref(call.operation, outcome);
    const std::lock_guard lock(mutex_);
    TrackedRecord* changed =
        changes_its_record(call.operation) ? own_record(history_, call, rules) : nullptr;
    if (changed && changed->pending_writes > 0) --changed->pending_writes;
    if (changed && has_unknown_effect(outcome.exchange)) {
        changed->last_write = {nullptr, nullptr, exchange};
        changed->last_read_value = {};
        changed->listed_differently = {};
        if (call.operation.kind == "delete") changed->deleted = {nullptr, exchange};
    }
    const auto& response = outcome.exchange.response;
    if (!response) return {};
    const ExchangeContext context{call,
                                  rules,
                                  history_,
                                  exchange,
                                  address_of(call),
                                  caller_of(call, rules),
                                  consistency_wait_,
                                  outcome.response,
                                  response->body.size() <= kMaxStoredBytes,
                                  limits_};
    MonitorReport report(*exchange, outcome.where);
    store_change_attempt(context, response->status);
    if (http::is_success(response->status)) {
        check_response(context, report);
    } else if (response->status == kNotFound || response->status == kGone) {
        store_not_found(context, report);
    }
    return report.take_result();
}

}  // namespace plumbline::monitors
