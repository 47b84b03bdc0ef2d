#pragma once
// The requests of a load run, built from the contract.

#include "benchmarks/load/app/options.hpp"
#include "benchmarks/load/drive/drive.hpp"
#include "benchmarks/load/result/result.hpp"
#include "spec/base/result.hpp"
#include "spec/contract/contract.hpp"
#include "spec/http/url.hpp"
#include "spec/json/json_fwd.hpp"

#include <memory>
#include <span>
#include <string>
#include <vector>

namespace plumbline::load {

/// The requests, and what is needed to check their responses.
struct LoadRequests {
    std::shared_ptr<const Contract> contract;
    const ApiDocument* api = nullptr;
    const Operation* operation = nullptr;
    /// Rows of one request for each weight; of several sets, which have the same number of rows.
    std::vector<SerializedRequest> serialized;
    std::size_t sets = 1;         ///< one for each level, if each has threads of its own
    std::vector<double> weights;  ///< of the inputs; empty if there is one
    SharedJson body;  ///< body of each request, but for its input; null if there is none
    Workload workload;

    /// Returns the requests of a level; levels are counted from 0.
    [[nodiscard]] std::span<const SerializedRequest> of_level(std::size_t number) const;
};

/// Returns an inspector that checks one response of the operation against the whole contract, as
/// the conformance runner does. `body` is the request body, null for none; operation and document
/// are borrowed.
[[nodiscard]] std::unique_ptr<Inspector> make_inspector(const Operation& operation,
                                                        const ApiDocument& api,
                                                        SharedJson body);

/// Reads operation, parameters and body of the command. If streams run on threads, creates the
/// threads at the target (POST /threads). `is_own_mock`: the target is the mock that this program
/// started. Errors: kUsage (unknown operation or parameter, missing parameter, invalid JSON, a
/// write without --allow-writes, too many threads; those of request_headers), kIo, kUnreachable,
/// kInvalid (the target creates no thread).
[[nodiscard]] Result<LoadRequests> make_requests(const DriveCommand& command,
                                                 const http::Url& base,
                                                 bool is_own_mock);

}  // namespace plumbline::load
