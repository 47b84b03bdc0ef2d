#pragma once
// One observation of a resource or a list, and the monitors that check it. To add a monitor,
// declare a function here and add it to a table in conformance/monitors/history_monitor.cpp.

#include "conformance/monitors/history_monitor.hpp"
#include "conformance/monitors/monitor_report.hpp"
#include "conformance/monitors/record_history.hpp"
#include "conformance/monitors/value_comparison.hpp"
#include "spec/json/json_fwd.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline::monitors {

/// A completed exchange with everything that monitors need to compare it with others.
struct ExchangeContext {
    const MonitoredCall& call;
    const HistoryRules& rules;
    RecordHistory& history;
    const SharedExchangeRef& exchange;
    std::string address;          ///< base URL
    std::uint64_t caller = 0;     ///< a number that identifies the caller
    Duration consistency_wait{};  ///< how long a read may miss a write
    const SharedJson& response;   ///< response body; null if there is none
    bool is_storable = true;      ///< small enough to store
    const TargetLimits& limits;   ///< limits of the target, by name

    /// Returns whether the earlier exchange (null if there is none) ended before this one began.
    [[nodiscard]] bool follows(const SharedExchangeRef& earlier) const {
        return earlier && earlier->ended <= exchange->started;
    }
    /// Like follows(), and the consistency wait is over, so that this one must reflect the earlier
    /// one.
    [[nodiscard]] bool must_show(const SharedExchangeRef& earlier) const {
        return earlier && earlier->ended + consistency_wait <= exchange->started;
    }
};

/// A resource in a response: alone, or as an item of a list.
struct RecordObservation {
    const ExchangeContext& context;
    TrackedRecord& record;
    const Json& value;
    std::string parent_id{};  ///< id in the path under which it is shown, empty if there is none
    bool is_item = false;
    bool is_new = false;       ///< it was not known before
    bool is_created = false;   ///< this exchange created it
    bool is_patched = false;   ///< this exchange patched it
    bool is_replaced = false;  ///< this exchange replaced it by a PUT

    [[nodiscard]] bool is_written() const { return is_created || is_patched || is_replaced; }
};

/// A list in a response.
struct ListObservation {
    const ExchangeContext& context;
    const ResourceRules& rules;
    const Json& items;
    std::vector<std::string> ids{};   ///< ids of the items, "" for an item without id
    TrackedRecord* parent = nullptr;  ///< resource that the list belongs to; null if there is none
                                      ///< or it is not monitored
    std::string parent_id{};          ///< empty if the list has no parent
    bool is_complete = false;         ///< no filter or paging could omit items
    bool is_from_start = false;       ///< the first item is the first of the whole list
};

// Each monitor compares what is known before with the observation, then stores the observation.
void check_identity(const RecordObservation& observation, MonitorReport& report);
void check_sent_values(const RecordObservation& observation, MonitorReport& report);
void check_kept_values(const RecordObservation& observation, MonitorReport& report);
void check_defaults(const RecordObservation& observation, MonitorReport& report);
void check_writes(const RecordObservation& observation, MonitorReport& report);
void check_deletion(const RecordObservation& observation, MonitorReport& report);
void check_references(const RecordObservation& observation, MonitorReport& report);
void check_equal_fields(const RecordObservation& observation, MonitorReport& report);
void check_numbered_names(const RecordObservation& observation, MonitorReport& report);
void check_parent_times(const RecordObservation& observation, MonitorReport& report);
void check_lists_between_reads(const RecordObservation& observation, MonitorReport& report);
/// Reports a record that is not found although its parent, which still exists, names it.
void check_dangling_reference(const ExchangeContext& context,
                              const TrackedRecord& record,
                              MonitorReport& report);
void check_reads_against_lists(const RecordObservation& observation, MonitorReport& report);

// The same for one rule, with what is known of the record by that rule.
void check_constant(const RecordObservation& observation,
                    const ValueRule& rule,
                    ConstantValue& constant,
                    MonitorReport& report);
void check_monotonic_value(const RecordObservation& observation,
                           const ValueRule& rule,
                           MonotonicValue<NumberOrTime>& growth,
                           MonitorReport& report);
void check_monotonic_list(const RecordObservation& observation,
                          const ValueRule& rule,
                          MonotonicValue<SharedJson>& members,
                          MonitorReport& report);
void check_position(const RecordObservation& observation,
                    const ValueRule& rule,
                    std::vector<ReachedPosition>& reached,
                    MonitorReport& report);
void check_final_state(const RecordObservation& observation,
                       const ValueRule& rule,
                       ObservedValue<std::string>& since,
                       MonitorReport& report);
void check_newest_reference(const RecordObservation& observation,
                            const ValueRule& rule,
                            ObservedValue<std::string>& shown,
                            MonitorReport& report);
void check_parent_state(const RecordObservation& observation,
                        const ValueRule& rule,
                        ChildRuleState& known,
                        MonitorReport& report);

void check_order(const ListObservation& list, MonitorReport& report);
void check_duplicates(const ListObservation& list, MonitorReport& report);
void check_completeness(const ListObservation& list, MonitorReport& report);
void check_first_item(const ListObservation& list, MonitorReport& report);
void check_child_states(const ListObservation& list, MonitorReport& report);
void check_concurrent_states(const ListObservation& list, MonitorReport& report);

/// Returns the name of a resource in messages: `deployment 3f...`.
[[nodiscard]] std::string title(const TrackedRecord& record);
/// Returns the name of a value of it: `/status of deployment 3f...`.
[[nodiscard]] std::string title(const ValueRule& rule, const TrackedRecord& record);
/// Returns whether the last write of the resource is known and every read must return it.
[[nodiscard]] bool is_settled(const RecordObservation& observation);

/// Returns the text at a pointer; null if there is none.
[[nodiscard]] const std::string* text_at(const Json& value, const JsonPointer& pointer);
/// Returns the parent of a record; null if it is unknown.
[[nodiscard]] TrackedRecord* parent_of(const ExchangeContext& context, const TrackedRecord& record);
/// Returns the value that the exchange sent at this pointer; null if it sent none or JSON null.
[[nodiscard]] const Json* sent_at(const ExchangeContext& context, const JsonPointer& pointer);
/// Returns the default that a number should have according to its neighbour. None if the neighbour
/// is not a number; if clients sent another value than is shown, so that it is unclear which one
/// counts; or if the neighbour was not rounded as required, which other checks report.
[[nodiscard]] std::optional<double> expected_default(const RecordObservation& observation,
                                                     const ValueRule& rule);
[[nodiscard]] bool is_nearly(double a, double b);

/// Records which immutable values a patch tried to change: if they stay the same, that is verified.
void record_change_attempts(const ExchangeContext& context, TrackedRecord& record);

/// Returns how many items at the front of a list have equal sort keys.
[[nodiscard]] std::size_t count_tied_first_items(const ListObservation& list);

}  // namespace plumbline::monitors
