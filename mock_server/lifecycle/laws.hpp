#pragma once
// How records live: the collections of operations.json and the machines, checked against one
// another.

#include "mock_server/lifecycle/effect.hpp"
#include "mock_server/lifecycle/machine.hpp"
#include "mock_server/store/fixtures.hpp"
#include "spec/base/result.hpp"

#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline::mock {

/// A kind of record. Source: fixtures/operations.json, "collections".
struct Collection {
    std::string name;
    std::string title;    ///< how messages call one record: `Deployment`
    std::string parent;   ///< the collection whose records own these, "" for none
    std::string machine;  ///< "" for records without states
    std::vector<Effect> on_create;
    std::vector<std::string> children{};  ///< the collections whose records belong to these
    const Machine* moves = nullptr;       ///< the machine of that name, of the same laws
    bool frees_slots = false;  ///< a move may free a slot of its own machine or its children's
};

/// What happens outside and changes records all the same. Source: fixtures/operations.json,
/// "events".
struct Event {
    std::string name;
    std::string collection;
    std::vector<Condition> when;  ///< all must hold for a record that it concerns
    std::vector<Effect> effects;
};

/// What may go wrong for a record, when somebody wants it to. Source: fixtures/incidents/.
struct Incident {
    std::string name;
    std::string collection;
    std::vector<std::string> states;  ///< in these it strikes at once; until then it waits
    Duration after{0};                ///< how long after such a state is entered it strikes again
    std::vector<Effect> effects;
};

/// Thread: immutable, safe from any thread.
struct Laws {
    std::map<std::string, Collection, std::less<>> collections;
    std::map<std::string, Event, std::less<>> events;
    std::map<std::string, Machine, std::less<>> machines;
    std::map<std::string, Incident, std::less<>> incidents;
    std::map<std::string, Limit, std::less<>> limits;  ///< of all machines

    [[nodiscard]] const Collection& collection(std::string_view name) const;  ///< must be there
    [[nodiscard]] const Event* find_event(std::string_view name) const;  ///< null if there is none
    [[nodiscard]] const Machine* machine_of(std::string_view collection_name) const;
    /// Returns the names of the collections whose records belong to one of the given.
    [[nodiscard]] const std::vector<std::string>& children_of(
        std::string_view collection_name) const;
    /// Returns the ids of all effects, for whoever switches one off by name.
    [[nodiscard]] std::vector<std::string> effect_ids() const;
    /// Returns the ids of the conditions of events and machines, for the same purpose.
    [[nodiscard]] std::vector<std::string> condition_ids() const;

    /// Returns where timings may stand: `machine/state`, `machine/state/alarm`.
    [[nodiscard]] std::set<std::string> timed_places() const;

    /// Reads the collections and events of `operations` and every machine and incident of the
    /// fixtures. Errors: kInvalid, kNotFound, with position.
    [[nodiscard]] static Result<std::shared_ptr<const Laws>> load(const Fixtures& fixtures,
                                                                  const Document& operations);
};

}  // namespace plumbline::mock
