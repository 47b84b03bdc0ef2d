#pragma once
// The target that the options name, and the client for it.

#include "conformance/app/options.hpp"
#include "conformance/client/client.hpp"
#include "conformance/host/host.hpp"
#include "conformance/runner/target.hpp"
#include "spec/base/clock.hpp"
#include "spec/base/result.hpp"
#include "spec/contract/contract.hpp"
#include "spec/json/json_fwd.hpp"

#include <memory>
#include <string>

namespace plumbline::app {

/// A target and its embedded mock, if it has one.
struct OpenTarget {
    runner::Target target;
    std::unique_ptr<host::ChildMock> mock;
    /// Base URL of documents of users: the mock's, else that of --url, else "".
    std::string user_url{};
};

/// Reads the target from the options and the environment; without one, starts a mock. Errors:
/// kUsage (an invalid URL, an empty variable), kNotFound, kIo, kTimeout (the mock).
[[nodiscard]] Result<OpenTarget> open_target(const RunCommand& command);

/// Loads the target's vocabulary file, if it has one. Errors: those of NameMapping::load.
[[nodiscard]] Result<void> load_name_mapping(runner::Target& target,
                                             std::shared_ptr<const Contract> contract);

/// Fetches the first access token of a target with OAuth2; `clock` is borrowed. Errors: those of
/// AccessTokenSource.
[[nodiscard]] Result<void> open_tokens(runner::Target& target, const Clock& clock);

/// Creates a client with the target's connection settings and TLS files and returns its send
/// function. The function is not thread-safe: it uses one client.
[[nodiscard]] client::Send make_send(const runner::Target& target,
                                     const Clock& clock,
                                     client::ClientOptions options = {});

}  // namespace plumbline::app
