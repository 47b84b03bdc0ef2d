#pragma once
// Suites made for measuring the runner.

#include <string>

namespace plumbline::benchmarks {

/// Returns an Arazzo document of `workflows` workflows of `lives` × 5 steps each: create a
/// deployment, read it, patch it, list its revisions, delete it. `contract` is the OpenAPI
/// document's path.
[[nodiscard]] std::string lives_suite(int workflows, int lives, const std::string& contract);

/// Returns an Arazzo document whose workflow `reads` makes a deployment, calls a workflow of ten
/// reads `calls` times, and deletes it: many steps, little text.
[[nodiscard]] std::string reads_suite(int calls, const std::string& contract);

}  // namespace plumbline::benchmarks
