#pragma once
// Compares a document with the table of object kinds.

#include "conformance/workflow/problems.hpp"

namespace plumbline::workflow {

/// Notes every unknown, missing or mistyped member of the document, at any depth. What it notes as
/// an error the readers silently leave out.
void check_shapes(const Node& document, Problems& problems);

}  // namespace plumbline::workflow
