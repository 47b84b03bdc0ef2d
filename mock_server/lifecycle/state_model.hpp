#pragma once
// The state model of records: the collections of operations.json and the machines, checked against
// one another.

#include "mock_server/lifecycle/definition/effect.hpp"
#include "mock_server/lifecycle/definition/machine.hpp"
#include "mock_server/store/fixtures.hpp"
#include "spec/base/result.hpp"

#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline::mock {

/// How the records of a collection get their ids.
enum class IdForm {
    kUuid,
    kNumber,  ///< 1, 2, 3
    kText,    ///< texts that are valid against a schema
    kClient,  ///< the request that creates the record has it
};

/// The ids of a collection. Source: fixtures/operations.json, `ids`.
struct RecordIds {
    IdForm form = IdForm::kUuid;
    std::string member{};  ///< of a record, "" if no member has its id
    std::string schema{};  ///< kText: pointer in the API document
};

/// A resource type. Source: fixtures/operations.json, "collections".
struct Collection {
    std::string name;
    std::string title;   ///< how messages name a record: `Deployment`
    std::string parent;  ///< the collection of the parent records, empty if there is none
    std::vector<Effect> on_create;
    std::vector<std::string> children;  ///< the collections whose parent this is
    const Machine* machine = nullptr;   ///< null for records without states
    RecordIds ids{};
    std::string schema{};  ///< pointer of a record's schema in its API document, "" if unknown
    std::string parent_member{};  ///< member with the id of the parent, "" if there is none
};

/// Something outside the API that changes records. Source: fixtures/operations.json, "events".
struct ExternalEvent {
    std::string name;
    std::string collection;
    std::vector<RecordCondition> when;  ///< all must be met for a record that the event applies to
    std::vector<Effect> effects;
};

/// A failure that can be injected into a record. Source: fixtures/incidents/.
struct Incident {
    std::string name;
    std::string collection;
    /// Applied immediately in these states; pending in the others.
    std::vector<std::string> states;
    Duration delay{0};  ///< delay from entering such a state to the next application
    std::vector<Effect> effects;
};

/// The collections, machines, events and incidents of the fixtures. Thread-safe: immutable.
struct StateModel {
    std::map<std::string, Collection, std::less<>> collections;
    std::map<std::string, ExternalEvent, std::less<>> events;
    std::map<std::string, Machine, std::less<>> machines;
    std::map<std::string, Incident, std::less<>> incidents;
    std::map<std::string, MachineLimit, std::less<>> limits;  ///< limits of all machines

    [[nodiscard]] const Collection& collection(std::string_view name) const;  ///< must exist
    [[nodiscard]] const ExternalEvent* find_event(
        std::string_view name) const;  ///< null if there is none
    [[nodiscard]] const Machine* machine_of(std::string_view collection_name) const;
    /// Returns the ids of all effects, by which faults disable them.
    [[nodiscard]] std::vector<std::string> effect_ids() const;
    /// Returns the ids of the conditions of events and machines, by which faults disable them.
    [[nodiscard]] std::vector<std::string> condition_ids() const;

    /// Returns the keys that timings may have: `machine/state`, `machine/state/alarm`.
    [[nodiscard]] std::set<std::string> timing_keys() const;

    /// Reads the collections and events of `operations` and every machine and incident fixture.
    /// Errors: kInvalid, kNotFound, with position.
    [[nodiscard]] static Result<std::shared_ptr<const StateModel>> load(const Fixtures& fixtures,
                                                                        const Document& operations);
};

}  // namespace plumbline::mock
