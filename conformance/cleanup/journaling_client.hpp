#pragma once
// Records every create in the journal before it is sent to the target.

#include "conformance/cleanup/removal.hpp"

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace plumbline::cleanup {

/// Sends the calls of scenarios, one after the other, and records what they create. Not
/// thread-safe: nothing guards its state.
class JournalingClient {
  public:
    /// `journal` and `clock` are borrowed; `send` sends the calls.
    JournalingClient(Journal& journal,
                     client::Send send,
                     NamedCredentials credentials,
                     const Clock& clock,
                     std::chrono::milliseconds timeout,
                     NotFoundPolicy not_found_policy = NotFoundPolicy::kProvesIfAnswered);

    /// Assigns what is created from now on to this scenario. A header that contains any of
    /// `secrets` carries a credential; a name or parameter that does is not written to the journal.
    void begin_scenario(std::string scenario, std::vector<std::string> secrets = {});

    /// Sends a call. A create is sent only after its intent is on disk (otherwise the exchange
    /// fails with kIo), and the returned id is recorded. A DELETE with the credentials of the
    /// create closes the entry if it succeeds or the resource is not found.
    [[nodiscard]] client::Exchange perform(const client::HttpCall& call);

    /// Deletes the remaining resources of the scenarios, with the credentials that created them,
    /// named or not.
    [[nodiscard]] std::vector<Removal> delete_remaining();

  private:
    [[nodiscard]] client::Exchange create(JournalEntry entry,
                                          const DeletableType& type,
                                          const client::HttpCall& call);
    void record_response(int number, const DeletableType& type, const client::Exchange& exchange);
    void record_delete(const client::Exchange& exchange);

    Journal& journal_;
    client::Send send_;
    CredentialPatterns patterns_;
    const Clock& clock_;
    std::chrono::milliseconds timeout_;
    NotFoundPolicy not_found_policy_;
    std::string scenario_;
    std::map<int, CredentialValues>
        sent_credentials_;  ///< credentials by number of the entries that these scenarios created
};

}  // namespace plumbline::cleanup
