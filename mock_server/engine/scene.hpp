#pragma once
// What an action works with: the request that has passed all checks, and the life it concerns.

#include "mock_server/engine/engine.hpp"
#include "mock_server/engine/exchange.hpp"
#include "mock_server/lifecycle/life.hpp"
#include "mock_server/validation/answers.hpp"
#include "spec/contract/judge.hpp"

#include <string>
#include <vector>

namespace plumbline::mock {

/// Lives while the life is held.
struct Scene {
    const Engine& engine;
    const Exchange& exchange;
    Life& life;

    [[nodiscard]] const Act& act() const { return *exchange.act; }
    [[nodiscard]] const Operation& operation() const { return *exchange.operation(); }
};

/// Returns the value of a path parameter as ids are kept: in lower case; "" for no name.
[[nodiscard]] std::string path_id(const Scene& scene, const std::string& parameter);

/// Says whether a record is not deleted, or a fault lets the operation find it all the same.
[[nodiscard]] bool is_there(const Scene& scene, const Record& record);
/// Returns the record that the path names, or the 404: it must be the caller's and belong to the
/// parent that the path names.
[[nodiscard]] Answered<const Record*> find_record(const Scene& scene);
/// Returns the parent that the path names (0 if none), or the 404.
[[nodiscard]] Answered<RecordNumber> find_parent(const Scene& scene);

/// Returns what rules must know beyond the request.
[[nodiscard]] Facts facts_of(const Scene& scene);
/// Returns the refusal of a body that breaks rules; `current` is null on create.
[[nodiscard]] std::optional<Reply> refuse_by_rules(const Scene& scene,
                                                   const Json& body,
                                                   const Json* current,
                                                   const Facts& facts);
/// Says whether one of them needs the request's body.
[[nodiscard]] bool effects_tell_request(const Scene& scene);
/// Runs the effects of the operation, and those of faults.
void run_effects(const Scene& scene, RecordNumber record, const Cause& cause);
/// Answers with a record's rendered bytes; the record must be there.
[[nodiscard]] Reply record_reply(const Scene& scene, RecordNumber record);
/// The same for a record that the request has made or changed.
[[nodiscard]] Reply changed_reply(const Scene& scene, RecordNumber record);

}  // namespace plumbline::mock
