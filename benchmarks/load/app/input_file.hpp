#pragma once
// A data set of inputs.

#include "spec/base/result.hpp"
#include "spec/json/json_fwd.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace plumbline::load {

/// Inputs of a stream, with the weights by which they are chosen.
struct LoadInputs {
    std::vector<SharedJson> inputs{};
    std::vector<double> weights{};
    std::string description{};  ///< number, weights and fingerprint, to compare workloads
};

/// Parses a JSON object per line: `{"input": {...}, "weight": 2}`; without a weight it is 1. Empty
/// lines are ignored. `name` is the file. Errors: kSyntax, kInvalid (another member, no input, a
/// weight that is no number above 0, no line), kLimit; each with the line.
[[nodiscard]] Result<LoadInputs> parse_inputs(std::string_view text, const std::string& name);
/// The same, from a file. Errors: also kIo.
[[nodiscard]] Result<LoadInputs> read_inputs(const std::string& path);

}  // namespace plumbline::load
