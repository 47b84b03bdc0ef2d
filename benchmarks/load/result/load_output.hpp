#pragma once
// The interface to results: files, summaries, pages, comparisons, gates.

#include "benchmarks/load/result/compare.hpp"
#include "benchmarks/load/result/gate.hpp"
#include "benchmarks/load/result/level_figures.hpp"
#include "benchmarks/load/result/model/windows.hpp"
#include "benchmarks/load/result/result.hpp"
#include "benchmarks/load/result/units.hpp"

#include <string>
#include <vector>

namespace plumbline::load {

/// Returns the text of a result file: indented, with the buckets of a histogram on one line.
[[nodiscard]] std::string render_json(const LoadResult& result);
/// Reads a result file. Errors: those of read_file, parse_json and parse_result, with the file.
[[nodiscard]] Result<LoadResult> read_result(const std::string& path);

/// Returns a page without network access or further files: the template in
/// benchmarks/load/result/page with the JSON of the result, which the page's script shows as
/// findings, tables of levels, metrics and failures, plots with their data, and run facts. It
/// follows the light or dark scheme of the reader's system.
[[nodiscard]] std::string render_html(const LoadResult& result);

/// Returns a page of the same form that compares two results: the changes of their figures with
/// intervals and verdicts, the percentiles of both in one plot, the facts of both runs.
[[nodiscard]] std::string render_comparison_html(const LoadComparison& comparison,
                                                 const LoadResult& a,
                                                 const LoadResult& b);

/// Returns text for a terminal: a table with a line for each level; for an open loop another table
/// that compares the latency from the intended start with that from the actual send time; then
/// failures with examples, client-bound levels, the saturation, notes. Columns without values are
/// omitted; a percentile with fewer than Histogram::kMinBeyond values beyond it is marked.
[[nodiscard]] std::string render_summary(const LoadResult& result);
/// Returns a few lines that describe the run, its target and its client; used by all renderings.
[[nodiscard]] std::vector<std::string> heading_lines(const LoadResult& result);
/// Returns e.g. `framing yes, JSON 1%, contract 0%`.
[[nodiscard]] std::string checks_text(const ValidationSettings& checks);
/// Returns a sentence about the saturation of the server; "" without a sweep.
[[nodiscard]] std::string saturation_text(const LoadResult& result);
/// Returns how long a window gives the percentiles of the latencies enough values, e.g. `p99 needs
/// a window of 20s`; "" if all have them.
[[nodiscard]] std::string windows_needed_text(const LoadResult& result);
/// Returns e.g. `timeout 60, json 3`; "" without failures.
[[nodiscard]] std::string failures_text(const LevelCounts& counts);

}  // namespace plumbline::load
