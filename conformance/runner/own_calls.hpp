#pragma once
// Which calls go to the target itself.

#include "conformance/client/client.hpp"
#include "conformance/runner/target.hpp"
#include "spec/base/result.hpp"

#include <set>
#include <string>

namespace plumbline::runner {

/// Returns scheme, host and port of a URL with or without a query. Errors: those of parse_url.
[[nodiscard]] Result<std::string> origin_of(const std::string& url);

/// Returns the origins of the target's URLs, its control interface included.
[[nodiscard]] std::set<std::string> own_origins(const Target& target);

/// The calls that reach the tested service: not a mock's control interface, which may have the
/// same host, nor other hosts.
class OwnCalls {
  public:
    explicit OwnCalls(const Target& target);
    [[nodiscard]] bool contains(const client::HttpCall& call) const;

  private:
    std::set<std::string> origins_;
    std::string control_prefix_;  ///< URLs of the control interface begin so; "" if there is none
};

}  // namespace plumbline::runner
