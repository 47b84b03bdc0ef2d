#pragma once
// The known state of the resources of one environment: the small part of each response that later
// ones are compared with. Bounded: beyond kMaxRecords, new resources are not monitored.

#include "conformance/monitors/history_rules.hpp"
#include "conformance/monitors/value_comparison.hpp"
#include "spec/base/clock.hpp"
#include "spec/json/json_fwd.hpp"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace plumbline::monitors {

/// An exchange as findings name it, with the times by which exchanges are ordered.
struct ExchangeRef {
    Instant started{};
    Instant ended{};
    std::string description;  ///< `GET http://... (step poll, suite.yaml:12:9)`
    bool is_read = false;     ///< it is a read of one resource
    std::string type{};       ///< of the resource, "" if there is none
    const HistoryRule* as_read_rule =
        nullptr;  ///< rule of a list that matches reads; null if there is no such rule
};
using SharedExchangeRef = std::shared_ptr<const ExchangeRef>;

/// A value and the exchange that showed it; without an exchange, the value is unknown.
template <typename T>
struct ObservedValue {
    T value{};
    SharedExchangeRef exchange;
};

/// A value that never changes.
struct ConstantValue {
    ObservedValue<SharedJson> first;
    SharedExchangeRef last_attempt;  ///< the last patch that tried to change it
};

/// A number that a client may leave to the server.
struct OmittedNumber {
    bool is_omitted = false;         ///< it was omitted, and its default is known
    bool was_sent = false;           ///< the last write sent it, so it is not omitted
    std::optional<double> previous;  ///< the value before the last write, which the server may keep
};

/// A value that a client replaces as a whole.
struct ReplacedValue {
    SharedJson sent;      ///< value sent by the last write; null if unknown
    SharedJson previous;  ///< value sent before, as responses showed it; null if unknown
};

/// The greatest confirmed value, and a value that may replace it once it is confirmed.
template <typename T>
struct MonotonicValue {
    ObservedValue<T> confirmed;
    ObservedValue<T> pending;
};

/// A position in a stream of data, and the number that it belongs to.
struct ReachedPosition {
    NumberOrTime reached;  ///< e.g. the rows so far
    SharedJson position;
    SharedExchangeRef exchange;
};

/// The known state by which the children of a resource are checked.
struct ChildRuleState {
    ObservedValue<std::string> state;  ///< the last value
    /// A list that was checked against a state that may change: it is used if the state is still
    /// the same afterwards.
    ObservedValue<std::string> list_mismatch;  ///< what contradicts the rule; empty if nothing does
};

/// The effect of our last write on a resource.
struct LastWrite {
    SharedJson response;  ///< null if unknown
    /// The rule of the writing operation; null if there is none.
    const HistoryRule* rule = nullptr;
    SharedExchangeRef exchange;  ///< null if there was no write
};

/// The known state of a value that references another resource. The values are ids, except the
/// mismatch.
struct ReferenceState {
    ObservedValue<std::string> target;    ///< what is referenced since then; empty if nothing is
    ObservedValue<std::string> mismatch;  ///< a state of the referenced record that does not match,
                                          ///< seen while it was referenced
    ObservedValue<std::string> candidate;  ///< the first record that was seen in a matching state
    ObservedValue<std::string> missing;    ///< the same, if nothing was referenced afterwards
};

/// A value that a list shows differently from the read before it.
struct ListedDifferently {
    const HistoryRule* rule = nullptr;  ///< rule of the list
    std::string pointer;
    std::string read;   ///< the value in the read
    std::string shown;  ///< the value in the list
};

/// The known state of one resource.
struct TrackedRecord {
    const ResourceRules* rules = nullptr;
    std::string id;
    std::string parent;              ///< id of the parent, empty if there is none or it is unknown
    std::uint64_t owner = 0;         ///< identifies the scenarios that saw it first, or created it
    SharedExchangeRef first_seen;    ///< the first exchange that showed it
    std::uint64_t first_caller = 0;  ///< the caller of that exchange, a number as in `created`
    ObservedValue<std::uint64_t> created;  ///< who created it (a number that identifies the caller)

    /// In the order of ResourceRules::constants; the lists below likewise.
    std::vector<ConstantValue> constants;
    std::vector<MonotonicValue<NumberOrTime>> monotonic;
    std::vector<MonotonicValue<SharedJson>>
        monotonic_lists;  ///< as ResourceRules::monotonic, for lists and objects
    std::vector<std::vector<ReachedPosition>> positions;  ///< as ResourceRules::advancing, bounded
    std::vector<ObservedValue<std::string>> final_states;
    std::vector<OmittedNumber> omitted;   ///< as ResourceRules::defaults
    std::vector<ReplacedValue> replaced;  ///< as ResourceRules::replaced
    LastWrite last_write;
    int pending_writes = 0;
    ObservedValue<const HistoryRule*> deleted;
    SharedExchangeRef not_found;  ///< the exchange that did not find it after its deletion

    std::vector<ObservedValue<std::string>> newest;  ///< as ResourceRules::newest: the id shown
    std::vector<ReferenceState> references;          ///< as ResourceRules::references
    std::vector<ChildRuleState> child_rule_states;   ///< as ResourceRules::child_rules
    std::vector<ObservedValue<SharedJson>>
        referenced_values;                      ///< as ResourceRules::referenced_fields
    SharedExchangeRef last_read;                ///< the last read of this record alone
    ObservedValue<SharedJson> last_read_value;  ///< its response; null after a write
    ObservedValue<ListedDifferently> listed_differently;
    /// The rule and the record by which it was named before anything showed it.
    ObservedValue<const ValueRule*> named_by;
    ObservedValue<const HistoryRule*> last_list;  ///< the last list with it that matches reads
    ObservedValue<std::string>
        first_child;  ///< first item of the list of its children; empty if the list was empty
    ObservedValue<std::string>
        preceded_by;  ///< the first item of a list in which this record had a later position
    std::vector<std::string> child_ids;  ///< ids of its children
};

/// The tracked resources of one environment. Not thread-safe: the owner guards it.
class RecordHistory {
  public:
    static constexpr std::size_t kMaxRecords = 10'000;
    static constexpr std::size_t kMaxRetired = 200'000;
    /// Maximum number of children of one resource.
    static constexpr std::size_t kMaxChildren = 1'000;

    /// Returns the resource of `type` with this id at an address (API and base URL), or null.
    [[nodiscard]] TrackedRecord* find(const std::string& address,
                                      const ResourceRules& type,
                                      const std::string& id);
    /// Like find(), but adds an unknown resource. Null if there are too many.
    [[nodiscard]] TrackedRecord* find_or_add(const std::string& address,
                                             const ResourceRules& type,
                                             const std::string& id,
                                             const SharedExchangeRef& exchange,
                                             std::uint64_t owner);
    /// Resets everything but the id: another resource has this id now.
    static void reset(TrackedRecord& record,
                      const SharedExchangeRef& exchange,
                      std::uint64_t owner);
    /// Returns all resources of a type at an address.
    [[nodiscard]] const std::vector<TrackedRecord*>& all(const std::string& address,
                                                         const ResourceRules& type) const;
    /// Returns when a resource that is no longer monitored was seen first.
    [[nodiscard]] std::optional<Instant> retired_at(const std::string& address,
                                                    const ResourceRules& type,
                                                    const std::string& id) const;
    /// Stops monitoring the resources of `owner`; only their ids stay known. Resources of types
    /// that cannot be deleted stay monitored.
    void release_owner(std::uint64_t owner);
    void clear();
    /// Forgets the last writes of all resources but those of a type, of all if it is null.
    void forget_writes_except(const ResourceRules* type);

  private:
    std::unordered_map<std::string, std::unique_ptr<TrackedRecord>> records_;
    std::map<std::string, std::vector<TrackedRecord*>, std::less<>> by_type_;
    std::unordered_map<std::uint64_t, Instant> retired_;
};

/// Returns the id in a value, UUIDs in lower case; "" if there is none.
[[nodiscard]] std::string id_of(const Json* value);

}  // namespace plumbline::monitors
