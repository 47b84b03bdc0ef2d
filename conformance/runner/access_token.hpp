#pragma once
// OAuth2 access tokens for the calls of a run (RFC 6749, section 4.4: client credentials).

#include "conformance/client/client.hpp"
#include "conformance/runner/target.hpp"
#include "spec/base/clock.hpp"
#include "spec/base/result.hpp"
#include "spec/base/secret.hpp"

#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace plumbline::runner {

/// The API key of a target with OAuth2 and without a key: calls that carry it get the token.
inline constexpr const char* kTokenPlaceholder = "plumbline-oauth2-access-token";
/// The variable that commands name in place of a token.
inline constexpr const char* kTokenVariable = "PLUMBLINE_TOKEN";

/// Fetches access tokens and renews them. Thread-safe; a call waits while another one fetches a
/// token, as it needs the same one.
class AccessTokenSource {
  public:
    /// `send` need not be thread-safe; `clock` is borrowed.
    AccessTokenSource(OAuth2Settings settings, client::Send send, const Clock& clock);

    /// Returns the current token; fetches one if there is none or it expires soon. Errors: kUsage
    /// (what the token endpoint answered), kUnreachable, kTimeout. After three failures in sequence
    /// nothing is sent any more.
    [[nodiscard]] Result<Secret> token();
    /// Returns a token in place of one that the target refused with 401. Errors: as token().
    [[nodiscard]] Result<Secret> replace(const Secret& refused);
    /// Records that the target accepted a token.
    void confirm(const Secret& accepted);
    /// Returns whether a 401 may mean that the token has become invalid: it was accepted before.
    [[nodiscard]] bool may_replace(const Secret& token) const;

    /// Returns the client's id and secret and the latest tokens: no output may contain them.
    [[nodiscard]] std::vector<std::string> secrets() const;
    /// Returns the latest tokens as the variable that commands name, with the way to get one.
    [[nodiscard]] std::vector<client::SecretVariable> variables() const;

  private:
    Result<Secret> fetch();
    Result<Secret> request();

    const OAuth2Settings settings_;
    const client::Send send_;
    const Clock& clock_;
    std::vector<std::string> client_secrets_;  ///< id and secret in all forms
    mutable std::mutex mutex_;  ///< held during a fetch: every other call needs its result
    std::vector<std::string> issued_;
    std::optional<Instant> renew_at_;  ///< nothing if the token does not expire
    bool is_accepted_ = false;         ///< the target has accepted the current token
    std::optional<Error> last_error_;
    int failures_ = 0;
};

/// Adds `Authorization: Bearer TOKEN` to the calls of an area that carry the caller's API key, and
/// to all other calls of the target's hosts that have no such header: the scenarios of an area test
/// calls without credentials, too. Replaces kTokenPlaceholder. If a token that was accepted before
/// gets a 401, sends the call once more with a new one. Without tokens, returns `send`. `target` is
/// borrowed.
[[nodiscard]] client::Send with_access_token(client::Send send, const Target& target);

}  // namespace plumbline::runner
