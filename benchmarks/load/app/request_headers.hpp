#pragma once
// The headers of the requests of a load.

#include "benchmarks/load/app/options.hpp"
#include "spec/base/result.hpp"
#include "spec/http/message.hpp"

#include <string>
#include <vector>

namespace plumbline::load {

/// Returns the headers of every request, with the credentials. Those of --header replace others of
/// the same name. `is_own_mock`: the target is the mock that this program started, whose key is
/// known. Errors: kUsage (a variable without a key; an invalid name or value; a header that frames
/// messages, such as Content-Length; one that may be sent once only, given twice).
[[nodiscard]] Result<http::Headers> request_headers(const DriveCommand& command, bool is_own_mock);

/// Returns the credentials in the headers of a request, each also without its scheme (`Bearer`) or
/// its name (`session=`): what no output may contain.
[[nodiscard]] std::vector<std::string> secrets_of(const http::Headers& headers);

}  // namespace plumbline::load
