#pragma once
// Suites made for measuring the runner.

#include <string>

namespace plumbline::benchmarks {

/// Returns an Arazzo document of `workflows` workflows of `lives` × 5 steps each: create a
/// deployment, read it, patch it, list its revisions, delete it. `contract` is the OpenAPI
/// document's path.
[[nodiscard]] std::string lives_suite(int workflows, int lives, const std::string& contract);

}  // namespace plumbline::benchmarks
