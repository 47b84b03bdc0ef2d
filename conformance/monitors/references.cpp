// Checks values of a record that reference others: the newest child, or a child in a certain state.

#include "conformance/monitors/monitors.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace plumbline::monitors {
namespace {

/// The list of children must contain it from now on.
void remember_child(TrackedRecord& parent, const std::string& id) {
    const bool is_known =
        std::find(parent.child_ids.begin(), parent.child_ids.end(), id) != parent.child_ids.end();
    if (!is_known && parent.child_ids.size() < RecordHistory::kMaxChildren)
        parent.child_ids.push_back(id);
}

/// Records that `id` references a child of this record. Returns the child; null if nothing is
/// referenced, or if it belongs to another record, which is reported.
TrackedRecord* check_ownership(const RecordObservation& observation,
                               const ValueRule& rule,
                               const std::string& id,
                               MonitorReport& report) {
    const ExchangeContext& context = observation.context;
    const ResourceRules* type = context.rules.find(rule.type);
    if (!type || id.empty()) return nullptr;
    TrackedRecord* named = context.history.find_or_add(
        context.address, *type, id, context.exchange, observation.record.owner);
    if (named && named->parent.empty()) named->parent = observation.record.id;
    if (named) named->named_by = {&rule, context.exchange};
    const bool is_child = named && named->parent == observation.record.id;
    if (is_child) remember_child(observation.record, id);
    const bool is_foreign =
        named && named->parent != observation.record.id && context.follows(named->first_seen);
    if (!is_foreign) return named;
    report.add_contradiction(
        rule,
        title(rule, observation.record) + " to reference a " + rule.type + " that belongs to it",
        id + ", which belongs to " + named->parent,
        named->first_seen.get());
    return nullptr;
}

/// Reports a referenced record that was seen in a state that does not match, if it was referenced
/// before and after.
void check_referenced(const RecordObservation& observation,
                      const ValueRule& rule,
                      ObservedValue<std::string>& mismatch,
                      const TrackedRecord& named,
                      MonitorReport& report) {
    const ExchangeContext& context = observation.context;
    if (context.follows(mismatch.exchange)) {
        report.add_contradiction(
            rule,
            title(rule, observation.record) + " to reference a " + rule.type + " whose " +
                rule.field.to_text() + " matches " + rule.pattern->pattern(),
            named.id + ", which was " + mismatch.value + " while it was referenced",
            mismatch.exchange.get());
        mismatch = {};
        return;
    }
    const ObservedValue<SharedJson>& state = named.referenced_values[rule.reference_index];
    const bool matches = context.follows(state.exchange) && state.value->is_string() &&
                         rule.pattern &&
                         rule.pattern->search(state.value->get_ref<const std::string&>());
    if (matches) report.add_verified(rule.requirements);
}

void check_reference(const RecordObservation& observation,
                     const ValueRule& rule,
                     ReferenceState& reference,
                     MonitorReport& report) {
    const Json* value = find(observation.value, rule.pointer);
    if (!value) return;
    const ExchangeContext& context = observation.context;
    const std::string id = id_of(value);
    if (reference.target.value != id) reference.mismatch = {};
    const TrackedRecord* named = check_ownership(observation, rule, id, report);
    if (named) check_referenced(observation, rule, reference.mismatch, *named, report);
    const bool is_missing = id.empty() && context.must_show(reference.candidate.exchange) &&
                            !observation.record.deleted.exchange;
    reference.missing =
        is_missing ? ObservedValue<std::string>{reference.candidate.value, context.exchange}
                   : ObservedValue<std::string>{};
    if (!reference.target.exchange || reference.target.value != id)
        reference.target = {id, context.exchange};
}

/// Stores the values of a record that rules of other types read.
void store_referenced_values(const RecordObservation& observation) {
    TrackedRecord& record = observation.record;
    for (std::size_t i = 0; i < record.rules->referenced_fields.size(); ++i) {
        if (const Json* value = find(observation.value, record.rules->referenced_fields[i]))
            record.referenced_values[i] = {std::make_shared<const Json>(*value),
                                           observation.context.exchange};
    }
}

/// Reports a record whose state matches, now and before, while nothing was referenced in between.
void check_missing_reference(const RecordObservation& observation,
                             const ValueRule& rule,
                             ObservedValue<std::string>& unnamed,
                             const TrackedRecord& parent,
                             MonitorReport& report) {
    if (unnamed.value != observation.record.id || !observation.context.follows(unnamed.exchange))
        return;
    report.add_contradiction(rule,
                             title(rule, parent) + " to reference " + title(observation.record) +
                                 ", whose " + rule.field.to_text() + " matches " +
                                 rule.pattern->pattern() + " before and after",
                             "null",
                             unnamed.exchange.get());
    unnamed = {};
}

/// Compares the references of the parent with the state of this record.
void check_parent_reference(const RecordObservation& observation,
                            const ValueRule& rule,
                            ReferenceState& reference,
                            const TrackedRecord& parent,
                            MonitorReport& report) {
    const ExchangeContext& context = observation.context;
    const TrackedRecord& record = observation.record;
    const std::string* text = text_at(observation.value, rule.field);
    if (rule.type != record.rules->name || !rule.pattern || !text) return;
    const bool matches = rule.pattern->search(*text);
    if (matches) check_missing_reference(observation, rule, reference.missing, parent, report);
    if (matches && !reference.candidate.exchange)
        reference.candidate = {record.id, context.exchange};
    const bool is_named =
        reference.target.value == record.id && context.must_show(reference.target.exchange);
    if (!matches && is_named && !reference.mismatch.exchange)
        reference.mismatch = {*text, context.exchange};
}

/// Compares the list with the record that its parent referenced before.
void check_first_of_list(const ListObservation& list,
                         const ValueRule& rule,
                         const ObservedValue<std::string>& shown,
                         MonitorReport& report) {
    const ExchangeContext& context = list.context;
    if (rule.type != list.rules.name || !context.must_show(shown.exchange)) return;
    const std::string first = list.ids.empty() ? "" : list.ids.front();
    if (first == shown.value) {
        // An empty list and null do not show what the value refers to.
        if (!first.empty()) report.add_verified(rule.requirements);
        return;
    }
    // Any of the records with equal sort keys may be first.
    const auto end = list.ids.begin() + static_cast<std::ptrdiff_t>(count_tied_first_items(list));
    if (std::find(list.ids.begin(), end, shown.value) != end) return;
    // A record that was unknown when the other one was shown may have been created since.
    const TrackedRecord* newest = context.history.find(context.address, list.rules, first);
    const bool was_there =
        first.empty() || (newest && newest->first_seen->ended <= shown.exchange->started);
    if (!was_there) return;
    report.add_contradiction(rule,
                             "the list to begin with the record that " + rule.pointer.to_text() +
                                 " of " + title(*list.parent) +
                                 " names: " + (shown.value.empty() ? "null" : shown.value),
                             first.empty() ? "an empty list" : first,
                             shown.exchange.get());
}

}  // namespace

void check_newest_reference(const RecordObservation& observation,
                            const ValueRule& rule,
                            ObservedValue<std::string>& shown,
                            MonitorReport& report) {
    const Json* value = find(observation.value, rule.pointer);
    if (!value) return;
    const ExchangeContext& context = observation.context;
    const std::string id = id_of(value);
    const TrackedRecord* named = check_ownership(observation, rule, id, report);
    const ObservedValue<std::string>& first = observation.record.first_child;
    const std::string name = title(rule, observation.record);
    if (id.empty() && !first.value.empty() && context.must_show(first.exchange)) {
        report.add_contradiction(rule,
                                 name + " to reference the first item of the list, " + first.value,
                                 "null",
                                 first.exchange.get());
    } else if (named && context.must_show(named->preceded_by.exchange)) {
        report.add_contradiction(
            rule,
            name + " not to reference an older record than the first item of the list, " +
                named->preceded_by.value,
            id,
            named->preceded_by.exchange.get());
    } else if (!id.empty() && id == first.value && context.follows(first.exchange)) {
        report.add_verified(rule.requirements);
    }
    shown = {id, context.exchange};
}

void check_dangling_reference(const ExchangeContext& context,
                              const TrackedRecord& record,
                              MonitorReport& report) {
    const auto& [rule, exchange] = record.named_by;
    const TrackedRecord* parent = parent_of(context, record);
    if (!rule || !parent || parent->deleted.exchange || !context.must_show(exchange)) return;
    if (parent->pending_writes > 0 || parent->first_caller != context.caller) return;
    report.add_contradiction(
        *rule,
        title(*rule, *parent) + " to name a " + record.rules->name + " that can be read",
        record.id + ", which is not found",
        exchange.get());
}

void check_references(const RecordObservation& observation, MonitorReport& report) {
    TrackedRecord& record = observation.record;
    for (std::size_t i = 0; i < record.references.size(); ++i)
        check_reference(observation, record.rules->references[i], record.references[i], report);
    store_referenced_values(observation);
    const ExchangeContext& context = observation.context;
    TrackedRecord* parent = parent_of(context, record);
    for (std::size_t i = 0; parent && i < parent->references.size(); ++i)
        check_parent_reference(
            observation, parent->rules->references[i], parent->references[i], *parent, report);
}

void check_first_item(const ListObservation& list, MonitorReport& report) {
    if (!list.parent || !list.is_from_start) return;
    TrackedRecord& parent = *list.parent;
    const ExchangeContext& context = list.context;
    const std::string first = list.ids.empty() ? "" : list.ids.front();
    if (!list.ids.empty() && first.empty()) return;
    for (std::size_t i = 0; i < parent.newest.size(); ++i)
        check_first_of_list(list, parent.rules->newest[i], parent.newest[i], report);
    parent.first_child = {first, context.exchange};
    for (std::size_t i = count_tied_first_items(list); i < list.ids.size(); ++i) {
        TrackedRecord* later = context.history.find(context.address, list.rules, list.ids[i]);
        if (later) later->preceded_by = {first, context.exchange};
    }
}

}  // namespace plumbline::monitors
