#pragma once
// The monitors at work: they see every exchange of one environment (a workspace of a mock; a whole
// run at a real target) and judge what only several exchanges show together. See
// docs/architecture.md, "Across answers".

#include "conformance/checks/contract_checks.hpp"
#include "conformance/client/client.hpp"
#include "conformance/monitors/memory.hpp"
#include "conformance/monitors/statements.hpp"
#include "spec/base/clock.hpp"
#include "spec/contract/contract.hpp"
#include "spec/json/json_fwd.hpp"

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>

namespace plumbline::monitors {

class Report;
struct Look;
struct Sighting;

/// A call as the monitors see it. All are borrowed, in our names.
struct Call {
    const Operation& operation;
    const ApiDocument& api;
    const client::Call& call;
    const Json* path = nullptr;  ///< {parameter: value} of the path; null: none
    const Json* body = nullptr;  ///< null or JSON null: none
    std::uint64_t owner = 0;     ///< whose scenarios it belongs to
};

/// What came of it.
struct Outcome {
    const client::Exchange& exchange;
    SharedJson answer;  ///< the parsed JSON body; null pointer: there is none
    SourceRef where;    ///< of the step
    std::string step;
};

/// Compares each exchange with what earlier ones showed. Two are compared only if the earlier had
/// ended before the later began, values that change only `wait` after that. Thread: safe from any
/// thread.
class Watch {
  public:
    Watch(std::shared_ptr<Library> library, Duration wait, Limits limits = {})
        : library_(std::move(library)), wait_(wait), limits_(std::move(limits)) {}

    /// Announces a call that is sent next, so that nobody takes what it changes for a contradiction
    /// meanwhile. Each needs its `judge`.
    void announce(const Call& call);
    /// Judges an exchange, and learns from it.
    [[nodiscard]] checks::Judged judge(const Call& call, const Outcome& outcome);
    /// Watches what belongs to `owner` no longer: others may delete it now.
    void let_go(std::uint64_t owner);

  private:
    [[nodiscard]] Record* own_record(const Call& call, const Statements& statements);
    void learn_failure(const Call& call, const Statements& statements, const SharedMoment& moment);
    void learn_attempt(const Call& call, const Look& look, int status);
    void learn_deletion(const Call& call, const Look& look);
    void learn_absence(const Call& call, const Look& look);
    void look_at(const Call& call, const Look& look, Report& report);
    void look_at_record(const Call& call, const Look& look, const Type& type, Report& report);
    void look_at_list(const Call& call, const Look& look, const Type& type, Report& report);

    std::shared_ptr<Library> library_;
    Duration wait_;
    Limits limits_;
    std::mutex mutex_;  ///< guards memory_
    Memory memory_;
};

}  // namespace plumbline::monitors
