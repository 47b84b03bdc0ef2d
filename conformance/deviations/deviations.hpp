#pragma once
// The public interface of the known deviations: their files, and what they do to findings.

#include "conformance/deviations/check_entries.hpp"
#include "conformance/deviations/deviation_results.hpp"
#include "conformance/deviations/entry_file.hpp"
#include "conformance/deviations/known_deviations.hpp"
#include "conformance/deviations/proposed_entries.hpp"
#include "conformance/deviations/read_entries.hpp"
