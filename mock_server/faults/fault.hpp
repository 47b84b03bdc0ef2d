#pragma once
// Deliberate faults: each breaks one statement of the description, so that the suite can prove that
// it would notice.

#include "mock_server/engine/reply.hpp"
#include "mock_server/faults/stream_faults.hpp"
#include "mock_server/lifecycle/effect.hpp"
#include "mock_server/lifecycle/life.hpp"
#include "mock_server/store/fixtures.hpp"
#include "mock_server/streaming/flaws.hpp"
#include "spec/base/result.hpp"
#include "spec/json/json_fwd.hpp"

#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline::mock {

/// One change of a finished reply. A pointer may hold `*` for every item of an array.
struct ReplyChange {
    enum class Kind { kStatus, kSet, kRemove, kRename, kReverse, kSetHeader, kRemoveHeader };
    Kind kind = Kind::kStatus;
    std::string name;           ///< the pointer or header
    SharedJson value;           ///< kSet; kRename, kSetHeader: a string; kStatus: a number
    std::vector<int> statuses;  ///< only replies with one of them; empty: any success
};

/// Parts of a request's way that a fault can leave out.
enum class Stage { kCredentials, kTenant, kParameters, kRules, kState, kDeletion, kBasePath };

[[nodiscard]] std::optional<Stage> parse_stage(std::string_view name);

/// One fault. Source: fixtures/faults/.
struct Fault {
    std::string id;
    std::string summary;
    std::vector<std::string> breaks;  ///< ledger ids
    std::set<std::string, std::less<>>
        operations;  ///< where reply, skip and effects apply; empty: all
    std::vector<ReplyChange> reply;
    std::set<Stage> skips;
    bool in_secret = false;  ///< what `skips` would let through is refused, and carried out
    std::vector<std::string>
        tolerates;                ///< globs of pointers in a body where the schema is not enforced
    std::vector<Effect> effects;  ///< run after those of the operation
    Switches switches;
    std::set<std::string, std::less<>> disabled_rules;
    std::vector<StreamChange> stream;
    RunFlaws runs;

    [[nodiscard]] bool applies_to(std::string_view operation_id) const;
};

/// Every fault there is. Thread: immutable, safe from any thread.
class FaultCatalogue {
  public:
    /// Reads all fault files. `known` holds the names faults may use. Errors: kInvalid, kNotFound.
    struct Names {
        std::vector<std::string> operations;
        std::vector<std::string> rules;
        std::vector<std::string> effects;
        std::vector<std::string> machines;
        std::vector<std::string> conditions;  ///< of events and machines
        std::shared_ptr<const Laws> laws;     ///< with everything that machines name
    };
    [[nodiscard]] static Result<FaultCatalogue> load(const Fixtures& fixtures, Names known);

    [[nodiscard]] const std::vector<Fault>& faults() const { return faults_; }
    /// Returns the fault of that id; `disable:RULE` switches a rule of the contract off.
    /// Errors: kNotFound, with the nearest name.
    [[nodiscard]] Result<Fault> find(std::string_view id) const;

  private:
    std::vector<Fault> faults_;
    Names known_;
};

/// Says what is at work in a workspace. Thread: immutable, safe from any thread.
class FaultSet {
  public:
    FaultSet() = default;
    explicit FaultSet(std::vector<Fault> faults) : faults_(std::move(faults)) {}

    [[nodiscard]] bool skips(Stage stage, std::string_view operation_id) const;
    /// The same for a request that was refused and is carried out all the same.
    [[nodiscard]] bool skips_in_secret(Stage stage, std::string_view operation_id) const;
    [[nodiscard]] bool acts_in_secret(std::string_view operation_id) const;
    [[nodiscard]] Switches switches() const;
    [[nodiscard]] std::set<std::string, std::less<>> disabled_rules() const;
    [[nodiscard]] std::vector<Effect> effects(std::string_view operation_id) const;
    [[nodiscard]] std::vector<std::string> tolerated(std::string_view operation_id) const;
    [[nodiscard]] std::vector<std::string> ids() const;
    [[nodiscard]] RunFlaws run_flaws() const;
    /// Returns the reply as the faults make it.
    [[nodiscard]] Reply change(std::string_view operation_id, Reply reply) const;

  private:
    std::vector<Fault> faults_;
};

}  // namespace plumbline::mock
