#pragma once
// Result files.

#include "benchmarks/load/result/result.hpp"

#include <string>

namespace plumbline::load {

/// Returns the text of a result file: indented, with the buckets of a histogram on one line.
[[nodiscard]] std::string render_json(const LoadResult& result);

/// Reads a result file. Errors: those of read_file, parse_json and parse_result, with the file.
[[nodiscard]] Result<LoadResult> read_result(const std::string& path);

}  // namespace plumbline::load
