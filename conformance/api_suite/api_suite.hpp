#pragma once
// A suite for any API document, without anything else.

#include "spec/contract/contract.hpp"
#include "spec/json/json_fwd.hpp"

#include <cstddef>
#include <cstdint>
#include <string>

namespace plumbline::api_suite {

/// The name of the source description of a written suite.
inline constexpr const char* kSourceName = "api";

/// Which of the generated request bodies a suite has.
struct ApiSuiteOptions {
    std::uint64_t seed = 1;  ///< selects values that are mixed, and the bodies if there are more
    std::size_t max_bodies = 100;  ///< for each request that creates a record
};

/// Returns an Arazzo document. Per resource type that requests can create: a workflow that creates
/// a record, reads, lists, replaces, patches and deletes it and finds it gone; one for each
/// generated body that its schema accepts or refuses; one that reads a record that does not exist.
/// Per other operation that needs no record: one call. `url` is the address of `api` beside the
/// suite. What needs credentials has the input `api_key`.
[[nodiscard]] Json make_api_suite(const ApiDocument& api,
                                  const std::string& url,
                                  const ApiSuiteOptions& options = {});

}  // namespace plumbline::api_suite
