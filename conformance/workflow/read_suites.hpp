#pragma once
// Reads and lints suites.

#include "conformance/workflow/base_file.hpp"
#include "conformance/workflow/lint.hpp"
#include "conformance/workflow/load.hpp"
