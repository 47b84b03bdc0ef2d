#pragma once
// Deliberate faults: each violates one statement of the description, to prove that the suite
// detects the violation. Variants are the same changes for another purpose: they make the mock
// behave as other services of its kind do.

#include "mock_server/faults/response_changes.hpp"
#include "mock_server/faults/stream_faults.hpp"
#include "mock_server/lifecycle/lifecycle.hpp"
#include "mock_server/lifecycle/simulation.hpp"
#include "mock_server/response/engine_response.hpp"
#include "mock_server/store/fixtures.hpp"
#include "mock_server/streaming/run_faults.hpp"
#include "spec/base/result.hpp"
#include "spec/json/json_fwd.hpp"

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline::mock {

/// Parts of the handling of a request that a fault can skip.
enum class FaultStage {
    kCredentials,  ///< refusing missing and wrong credentials
    kKey,          ///< refusing a wrong key; a missing one is refused
    kTenant,
    kParent,  ///< refusing a record below another parent than the path's
    kParameters,
    kRules,
    kState,
    kDeletion,  ///< hiding deleted records
    kBasePath   ///< requiring the path prefix of the installation
};

/// Which paths get a redirect: those with a slash at the end, or those without.
enum class SlashRedirect { kNone, kRemovesSlash, kAddsSlash };

/// Which record a request gets instead of the one that its path names.
enum class PickedRecord { kNamed, kNewest, kOldest };

/// A fault or a variant. Source: fixtures/faults/, fixtures/variants/.
struct Fault {
    std::string id;
    std::string summary;
    std::vector<std::string> breaks;  ///< ledger ids; none for a variant that conforms
    bool is_variant = false;
    /// Operations to which it applies; if empty, all. Overrides, disabled rules, changes of agent
    /// runs and of their inputs apply to the whole workspace.
    std::set<std::string, std::less<>> operations;
    std::vector<ResponseChange> response_changes;
    std::set<FaultStage> skips;
    bool refuse_but_execute = false;         ///< executes requests refused by skipped checks
    std::vector<std::string> tolerates;      ///< globs of pointers with ignored violations
    std::vector<std::string> refused_nulls;  ///< globs of pointers where null is a violation
    std::vector<Effect> effects;             ///< run after those of the operation
    PickedRecord picks = PickedRecord::kNamed;
    FaultOverrides overrides;
    std::set<std::string, std::less<>> disabled_rules;
    std::vector<StreamChange> stream_changes;
    RunFaults run_faults;
    std::vector<ValueChange> input_changes;  ///< of the inputs of agent runs
    SlashRedirect slash_redirect = SlashRedirect::kNone;

    [[nodiscard]] bool applies_to(std::string_view operation_id) const;
};

/// All faults and variants. Thread-safe: immutable.
class FaultCatalogue {
  public:
    /// The names that faults may use.
    struct KnownNames {
        std::vector<std::string> operations;
        std::vector<std::string> rules;
        std::vector<std::string> effects;
        std::vector<std::string> machines;
        std::vector<std::string> conditions;  ///< conditions of events and machines
        /// The state model, which has all names of machines.
        const StateModel* model = nullptr;
    };
    /// Loads all files of faults and variants. Errors: kInvalid, kNotFound.
    [[nodiscard]] static Result<FaultCatalogue> load(const Fixtures& fixtures, KnownNames known);

    [[nodiscard]] const std::vector<Fault>& faults() const { return faults_; }
    /// Returns the fault with that id; `disable:RULE` disables a rule of the contract,
    /// `tolerate:OPERATION:POINTER` the schema at a position of a request body. Errors: kNotFound,
    /// with the nearest name.
    [[nodiscard]] Result<Fault> find(std::string_view id) const;
    [[nodiscard]] const std::vector<Fault>& variants() const { return variants_; }
    /// Errors: kNotFound, with the nearest name.
    [[nodiscard]] Result<Fault> find_variant(std::string_view id) const;

  private:
    std::vector<Fault> faults_;
    std::vector<Fault> variants_;
    std::vector<std::string> rules_;
    std::vector<std::string> operations_;
};

/// The catalogue, read at its first use: most workspaces have neither faults nor variants, and
/// reading it takes longer than all other fixtures. Thread-safe.
class FaultSource {
  public:
    using Load = std::function<Result<FaultCatalogue>()>;
    explicit FaultSource(Load load) : load_(std::move(load)) {}

    /// Loads at the first call; later calls return the same. Errors: those of FaultCatalogue::load.
    [[nodiscard]] const Result<FaultCatalogue>& catalogue() const;

  private:
    Load load_;
    mutable std::once_flag is_read_;
    mutable std::optional<Result<FaultCatalogue>> catalogue_;
};

/// The variants and faults of a workspace, in the order in which they change a response.
/// Thread-safe: immutable.
class FaultSet {
  public:
    FaultSet() = default;
    explicit FaultSet(std::vector<Fault> faults) : faults_(std::move(faults)) {}

    [[nodiscard]] bool empty() const { return faults_.empty(); }
    /// Returns whether a fault skips the stage for the operation. `is_second_try` in the second
    /// execution of a request that was refused and is executed nevertheless
    /// (refuse_but_execute); its response is dropped.
    [[nodiscard]] bool skips(FaultStage stage,
                             std::string_view operation_id,
                             bool is_second_try) const;
    [[nodiscard]] bool executes_refused(std::string_view operation_id) const;
    [[nodiscard]] FaultOverrides overrides() const;
    [[nodiscard]] std::set<std::string, std::less<>> disabled_rules() const;
    [[nodiscard]] std::vector<Effect> effects(std::string_view operation_id) const;
    /// Returns nothing of faults that refuse but execute, unless it is the second try.
    [[nodiscard]] std::vector<std::string> tolerated_pointers(std::string_view operation_id,
                                                              bool is_second_try) const;
    [[nodiscard]] std::vector<std::string> refused_nulls(std::string_view operation_id) const;
    [[nodiscard]] PickedRecord picks(std::string_view operation_id) const;
    [[nodiscard]] std::vector<std::string> fault_ids() const;
    [[nodiscard]] std::vector<std::string> variant_ids() const;
    [[nodiscard]] bool redirects_slashes() const;
    [[nodiscard]] SlashRedirect slash_redirect(std::string_view operation_id) const;
    [[nodiscard]] RunFaults run_faults() const;
    [[nodiscard]] std::vector<ValueChange> input_changes() const;
    /// Returns the response with the changes of the faults.
    [[nodiscard]] EngineResponse apply(std::string_view operation_id,
                                       EngineResponse response) const;

  private:
    /// Returns the items of a list of all faults that apply to the operation.
    template <typename Item>
    [[nodiscard]] std::vector<Item> items_for(std::string_view operation_id,
                                              std::vector<Item> Fault::*list) const;
    [[nodiscard]] std::vector<std::string> ids_of(bool are_variants) const;

    std::vector<Fault> faults_;
};

}  // namespace plumbline::mock
