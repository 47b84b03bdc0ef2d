#pragma once
// The parts of a load's requests, each made from the options that it comes from.

#include "benchmarks/load/app/options.hpp"
#include "spec/base/result.hpp"
#include "spec/contract/contract.hpp"
#include "spec/http/message.hpp"
#include "spec/json/json_fwd.hpp"

#include <string>

namespace plumbline::load {

/// Returns the JSON that an option gives, itself or in a file (`@FILE`). Errors: kUsage, kSyntax.
[[nodiscard]] Result<Json> json_of(const char* option, const std::string& text);

/// Returns the body that asks for a stream: `--body`, or what assistant, input and modes make.
/// Errors: as json_of.
[[nodiscard]] Result<Json> stream_body(const DriveCommand& command);

/// Returns the headers that every request has, credentials among them. `is_ours`: the target is our
/// own mock, whose key is known. Errors: kUsage.
[[nodiscard]] Result<http::Headers> headers_of(const DriveCommand& command, bool is_ours);

/// Errors: kUsage (there is none of that name; says which there are).
[[nodiscard]] Result<const Operation*> operation_named(const Contract& contract,
                                                       const std::string& id);

/// Puts the parameters (`NAME=VALUE`) where the operation has them: path, query or header. Errors:
/// kUsage (one that is unknown or missing).
[[nodiscard]] Result<void> place_parameters(const Operation& operation,
                                            const std::vector<std::string>& parameters,
                                            http::Request& request);

}  // namespace plumbline::load
