#pragma once
// Stands between scenarios and the target: nothing that creates passes before the journal has it.

#include "conformance/cleanup/removal.hpp"

#include <functional>
#include <map>
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

    /// From now on, what is created belongs to this scenario; a header that holds any of `secrets`
    /// carries a credential.
    void begin(std::string scenario, std::vector<std::string> secrets = {});

    /// Sends a call. A create goes out only once its intent is on disk (else the exchange fails
    /// with kIo), and the id that comes back is noted; a DELETE with the same credentials as the
    /// create that succeeds or finds nothing closes the entry.
    [[nodiscard]] client::Exchange perform(const client::Call& call);

    /// Deletes what the scenarios left, with the credentials that they sent, named or not.
    [[nodiscard]] std::vector<Removal> sweep();

  private:
    [[nodiscard]] client::Exchange create(Entry entry, const Kind& kind, const client::Call& call);
    void note_answer(int number, const Kind& kind, const client::Exchange& exchange);
    void note_delete(const client::Exchange& exchange);

    Journal& journal_;
    client::Send send_;
    Signs signs_;
    std::chrono::milliseconds timeout_;
    Absence absence_;
    std::string scenario_;
    std::map<int, Carried> own_;  ///< of the entries these scenarios made: with what they were sent
};

}  // namespace plumbline::cleanup
