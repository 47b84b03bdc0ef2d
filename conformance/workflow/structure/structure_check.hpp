#pragma once
// Compares a document with the table of object definitions.

#include "conformance/workflow/problems/problems.hpp"

namespace plumbline::workflow {

/// Reports every unknown, missing or mistyped member of the document, at any depth. The readers
/// silently skip members that are reported here as errors.
void check_structure(const DocumentNode& document);

}  // namespace plumbline::workflow
