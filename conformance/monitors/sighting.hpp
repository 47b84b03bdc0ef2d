#pragma once
// One look at a record or a list, and the monitors that judge it. To add a monitor: a function here
// and a row in the table of watch.cpp.

#include "conformance/monitors/memory.hpp"
#include "conformance/monitors/report.hpp"
#include "conformance/monitors/values.hpp"
#include "spec/json/json_fwd.hpp"

#include <concepts>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline::monitors {

/// An exchange that ended well, with all that monitors need to put it in order with others.
struct Look {
    const Operation& operation;
    const Statements& statements;
    Memory& memory;
    const SharedMoment& moment;
    std::string place;              ///< base URL
    std::uint64_t owner = 0;        ///< of what it creates
    std::uint64_t caller = 0;       ///< a number that tells callers apart
    Duration wait{};                ///< so long a read may miss a write
    const Json* request = nullptr;  ///< body as sent; null: none
    const SharedJson& answer;       ///< a null pointer: none
    bool is_small = true;           ///< worth keeping
    const Limits& limits;           ///< of the target, by name

    /// Says whether an exchange (null: there was none) had ended when this one began.
    [[nodiscard]] bool follows(const SharedMoment& earlier) const {
        return earlier && earlier->ended <= moment->started;
    }
    /// The same, long enough before that this one must show what it did or saw.
    [[nodiscard]] bool must_show(const SharedMoment& earlier) const {
        return earlier && earlier->ended + wait <= moment->started;
    }
};

/// A record as an answer shows it: alone, or as an item of a list.
struct Sighting {
    const Look& look;
    Record& record;
    const Json& value;
    std::string parent{};  ///< id in the path of what it is shown under, "": none
    bool is_item = false;
    bool is_new = false;      ///< nothing was known of it
    bool is_created = false;  ///< this exchange made it
    bool is_patched = false;  ///< this exchange changed it
};

/// A list as an answer shows it.
struct Listing {
    const Look& look;
    const Type& type;
    const Json& items;
    std::vector<std::string> ids{};  ///< of the items, "" where one has none
    Record* parent = nullptr;        ///< whose list it is; null: nobody's, or not watched
    std::string parent_id{};         ///< "": nobody's
    bool is_whole = false;           ///< nothing was asked for that would leave items out
    bool is_from_start = false;      ///< the first item is the first of all
};

// What is known before the sighting is compared with it; then the sighting becomes known.
void watch_identity(const Sighting& sighting, Report& report);
void watch_constants(const Sighting& sighting, Report& report);
void watch_growth(const Sighting& sighting, Report& report);
void watch_kept(const Sighting& sighting, Report& report);
void watch_final_states(const Sighting& sighting, Report& report);
void watch_what_was_sent(const Sighting& sighting, Report& report);
void watch_defaults(const Sighting& sighting, Report& report);
void watch_writes(const Sighting& sighting, Report& report);
void watch_deletion(const Sighting& sighting, Report& report);
void watch_newest(const Sighting& sighting, Report& report);
void watch_names(const Sighting& sighting, Report& report);
void watch_equals(const Sighting& sighting, Report& report);
void watch_numbers(const Sighting& sighting, Report& report);
void watch_parents_times(const Sighting& sighting, Report& report);
void watch_state_of_parent(const Sighting& sighting, Report& report);
void watch_reading(const Sighting& sighting, Report& report);

void watch_order(const Listing& listing, Report& report);
void watch_doubles(const Listing& listing, Report& report);
void watch_completeness(const Listing& listing, Report& report);
void watch_first(const Listing& listing, Report& report);
void watch_state_of_children(const Listing& listing, Report& report);
void watch_numbers_at_once(const Listing& listing, Report& report);

/// Returns how messages name a record: `deployment 3f...`.
[[nodiscard]] std::string title(const Record& record);
/// The same for a place of it: `/status of deployment 3f...`.
[[nodiscard]] std::string title(const Statement& place, const Record& record);
/// Says whether the value of the record's writable fields is known and settled.
[[nodiscard]] bool is_settled(const Sighting& sighting);

/// Returns what the exchange sent at a place; null: nothing, or JSON null.
[[nodiscard]] const Json* sent_at(const Look& look, const JsonPointer& pointer);
/// Returns the default that a number should have by the one beside it. None where that is no
/// number, or clients sent another than is shown, so that nobody can say which of them counts, or
/// it was not rounded as it should be, which others judge.
[[nodiscard]] std::optional<double> default_of(const Sighting& sighting, const Statement& one);
[[nodiscard]] bool is_nearly(double a, double b);

/// Learns which immutable values a patch tried to change: those that stay the same now are known
/// not to change.
void learn_attempts(const Look& look, Record& record);

/// Returns how many items at the front of a list its order does not tell apart.
[[nodiscard]] std::size_t count_firsts(const Listing& listing);

/// Calls `judge` for each statement with what is known of the record by it.
template <typename States, typename Judge>
requires std::invocable<Judge, const Statement&, typename States::reference>
void with_each(const std::vector<Statement>& statements, States& states, Judge judge) {
    for (std::size_t i = 0; i < statements.size(); ++i) judge(statements[i], states[i]);
}

}  // namespace plumbline::monitors
