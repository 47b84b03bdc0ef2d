#pragma once
// Builds the parts of a request from the options of the command.

#include "benchmarks/load/app/options.hpp"
#include "spec/base/result.hpp"
#include "spec/contract/contract.hpp"
#include "spec/http/message.hpp"
#include "spec/json/json_fwd.hpp"

#include <string>
#include <vector>

namespace plumbline::load {

/// Returns the JSON value of an option, written directly or as a file name (`@FILE`). Errors:
/// kUsage (inline text that is not JSON, unreadable file); kSyntax, kLimit (content of a file).
[[nodiscard]] Result<Json> parse_json_option(const char* option, const std::string& text);

/// Returns the body of a request that starts a stream: `--body`, or one built from assistant, input
/// and modes, or their defaults. Errors: those of parse_json_option.
[[nodiscard]] Result<Json> stream_body(const DriveCommand& command);

/// Returns the headers of every request, with the credentials. `is_own_mock`: the target is the
/// mock that this program started, whose key is known. Errors: kUsage.
[[nodiscard]] Result<http::Headers> request_headers(const DriveCommand& command, bool is_own_mock);

/// Returns an operation by its id. Errors: kUsage (unknown; the note names the nearest operation,
/// or all if none is near).
[[nodiscard]] Result<const Operation*> find_operation(const Contract& contract,
                                                      const std::string& id);

/// Sets the target from the path and query parameters (`NAME=VALUE`) and adds header parameters.
/// Errors: kUsage (no NAME=VALUE, unknown parameter, missing path or required query parameter).
[[nodiscard]] Result<void> apply_parameters(const Operation& operation,
                                            const std::vector<std::string>& parameters,
                                            http::Request& request);

}  // namespace plumbline::load
