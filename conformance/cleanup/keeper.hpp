#pragma once
// Stands between scenarios and the target: nothing that creates passes before the journal has it.

#include "conformance/cleanup/removal.hpp"

#include <functional>
#include <set>
#include <string>
#include <vector>

namespace plumbline::cleanup {

/// Keeps account of what some scenarios create, one after the other. Thread: one thread at a time.
class Keeper {
  public:
    /// `journal` is borrowed; `send` sends for the keeper.
    Keeper(Journal& journal,
           client::Send send,
           Credentials credentials,
           std::chrono::milliseconds timeout,
           Absence absence = Absence::kProvesOnceAnswered);

    /// From now on, what is created belongs to this scenario.
    void begin(std::string scenario) { scenario_ = std::move(scenario); }

    /// Sends a call. A create goes out only once its intent is on disk (else the exchange fails
    /// with kIo), and the id that comes back is noted; a DELETE with the same credentials as the
    /// create that succeeds or finds nothing closes the entry.
    [[nodiscard]] client::Exchange perform(const client::Call& call);

    /// Deletes what the scenarios left.
    [[nodiscard]] std::vector<Removal> sweep();

  private:
    [[nodiscard]] client::Exchange create(Entry entry, const Kind& kind, const client::Call& call);
    void note_answer(int number, const Kind& kind, const client::Exchange& exchange);
    void note_delete(const client::Exchange& exchange);

    Journal& journal_;
    client::Send send_;
    Credentials credentials_;
    std::chrono::milliseconds timeout_;
    Absence absence_;
    std::string scenario_;
    std::set<int> own_;  ///< numbers of the entries that these scenarios made
};

}  // namespace plumbline::cleanup
