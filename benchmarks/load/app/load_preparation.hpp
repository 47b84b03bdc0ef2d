#pragma once
// The threads and runs that a load needs, created at the target before it.

#include "benchmarks/load/app/options.hpp"
#include "conformance/client/client.hpp"
#include "spec/base/clock.hpp"
#include "spec/base/result.hpp"
#include "spec/contract/contract.hpp"
#include "spec/http/url.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace plumbline::load {

/// The largest number of threads of a load.
inline constexpr std::uint64_t kMaxThreads = 10'000;

/// Returns how many threads each level of a load with --thread needs, so that no thread has two
/// requests at the same time: one for each user or each request in flight, or several for the
/// conversations of a user. Errors: kUsage (all levels need more than kMaxThreads).
[[nodiscard]] Result<std::uint64_t> threads_per_level(const DriveCommand& command);

/// Sends the requests that prepare a load, one after the other.
class LoadPreparation {
  public:
    /// `base` is borrowed.
    LoadPreparation(const DriveCommand& command, const http::Url& base, http::Headers headers);

    /// Creates something by a POST and returns this member of the response. Errors: those of the
    /// exchange, kInvalid (the status is not 2xx, or the response has no such member).
    [[nodiscard]] Result<std::string> create(const std::string& path,
                                             const std::string& body,
                                             const char* member);

    /// Creates threads and returns their ids. Errors: those of `create`.
    [[nodiscard]] Result<std::vector<std::string>> create_threads(const Operation& operation,
                                                                  std::uint64_t count);

  private:
    const SystemClock clock_;
    const http::Url& base_;
    http::Headers headers_;
    client::Client client_;
};

}  // namespace plumbline::load
