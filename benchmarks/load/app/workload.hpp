#pragma once
// What is asked for, again and again: the requests of a load, made from the contract.

#include "benchmarks/load/app/options.hpp"
#include "benchmarks/load/drive/answer.hpp"
#include "benchmarks/load/drive/transport.hpp"
#include "benchmarks/load/result/result.hpp"
#include "spec/base/result.hpp"
#include "spec/contract/contract.hpp"
#include "spec/http/url.hpp"
#include "spec/json/json_fwd.hpp"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace plumbline::load {

/// The requests, and what is needed to judge their answers.
struct Requests {
    std::shared_ptr<const Contract> contract;
    const ApiDocument* api = nullptr;
    const Operation* operation = nullptr;
    std::vector<Prepared> prepared;
    SharedJson body;  ///< of each; null for none
    Workload workload;

    /// Returns what judges one answer by the contract.
    [[nodiscard]] std::function<std::unique_ptr<Inspector>()> inspector() const;
};

/// Reads operation, parameters and body of the command; where streams are to run on threads, makes
/// these at the target (POST /threads). `is_ours`: the target is our own mock. Errors: kUsage (no
/// such operation or parameter, one that is missing, a body that is no JSON, a write without
/// leave), kIo, kUnreachable, kInvalid (the target makes no thread).
[[nodiscard]] Result<Requests> make_requests(const DriveCommand& command,
                                             const http::Url& base,
                                             bool is_ours);

}  // namespace plumbline::load
