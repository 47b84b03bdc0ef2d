#pragma once
// The interface to results: files, summaries, pages, comparisons, gates.

#include "benchmarks/load/result/compare.hpp"
#include "benchmarks/load/result/gate.hpp"
#include "benchmarks/load/result/html_page.hpp"
#include "benchmarks/load/result/level_figures.hpp"
#include "benchmarks/load/result/result_file.hpp"
#include "benchmarks/load/result/summary.hpp"
#include "benchmarks/load/result/units.hpp"
