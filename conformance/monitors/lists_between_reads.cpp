// Checks that a list shows a record as the reads before and after it do, also in values that
// change.

#include "conformance/monitors/monitors.hpp"
#include "spec/json/access.hpp"
#include "spec/json/print.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace plumbline::monitors {
namespace {

/// Returns the pointer of the first described field that two responses show differently, "" if
/// there is none. A field that one of them omits is not compared.
std::string first_difference(const std::vector<RecordField>& fields,
                             const Json& read,
                             const Json& listed) {
    for (const RecordField& field : fields) {
        const Json* a = member(read, field.name);
        const Json* b = member(listed, field.name);
        if (!a || !b) continue;
        if (a->is_object() && b->is_object() && !field.members.empty()) {
            std::string inner = first_difference(field.members, *a, *b);
            if (!inner.empty()) return inner;
        } else if (!shows_same(*a, *b, field)) {
            return field.pointer;
        }
    }
    return "";
}

std::string text_of(const Json& record, const std::string& pointer) {
    const Json* value = find(record, std::string_view(pointer));
    return value ? to_short_text(*value) : "nothing";
}

/// Compares the item with the last read; a later read decides whether the value changed meanwhile.
void compare_item(const RecordObservation& observation, const HistoryRule& rule) {
    const ExchangeContext& context = observation.context;
    TrackedRecord& record = observation.record;
    record.listed_differently = {};
    const bool is_comparable = record.pending_writes == 0 && record.last_read_value.value &&
                               context.must_show(record.last_read_value.exchange);
    if (!is_comparable) return;
    const Json& read = *record.last_read_value.value;
    const std::string pointer =
        first_difference(record.rules->fields.members, read, observation.value);
    if (pointer.empty()) return;
    record.listed_differently = {
        {&rule, pointer, text_of(read, pointer), text_of(observation.value, pointer)},
        context.exchange};
}

/// Reports a value that two reads show and the list between them does not.
void compare_read(const RecordObservation& observation, MonitorReport& report) {
    const ExchangeContext& context = observation.context;
    auto& [listed, exchange] = observation.record.listed_differently;
    if (!context.follows(exchange)) return;
    const std::string now = text_of(observation.value, listed.pointer);
    if (now == listed.read) {
        report.add_contradiction({"history-matches_read",
                                  listed.rule->basis,
                                  listed.rule->requirements,
                                  listed.pointer + " of " + title(observation.record) +
                                      " in the list as in the reads before and after it: " + now,
                                  listed.shown,
                                  exchange.get()});
    }
    observation.record.listed_differently = {};
}

}  // namespace

void check_lists_between_reads(const RecordObservation& observation, MonitorReport& report) {
    const ExchangeContext& context = observation.context;
    const HistoryRule* rule = context.exchange->as_read_rule;
    if (observation.is_item && rule) {
        compare_item(observation, *rule);
    } else if (context.exchange->is_read) {
        compare_read(observation, report);
        observation.record.last_read_value = {context.is_storable ? context.response : nullptr,
                                              context.exchange};
    } else if (!observation.is_item) {
        // A write may change every value.
        observation.record.last_read_value = {};
        observation.record.listed_differently = {};
    }
}

}  // namespace plumbline::monitors
