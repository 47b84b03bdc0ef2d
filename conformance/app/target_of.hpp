#pragma once
// The target that the options name.

#include "conformance/app/options.hpp"
#include "conformance/host/child_mock.hpp"
#include "conformance/runner/target.hpp"
#include "spec/base/result.hpp"
#include "spec/contract/contract.hpp"
#include "spec/json/json_fwd.hpp"

#include <memory>
#include <string>

namespace plumbline::app {

/// A target and, where it is our own, the mock behind it.
struct OpenTarget {
    runner::Target target;
    std::unique_ptr<host::ChildMock> mock;
};

/// Reads the target from the options and the environment; without one starts a mock.
/// Errors: kUsage (a URL that is none, an empty variable), kNotFound, kIo, kTimeout (the mock).
[[nodiscard]] Result<OpenTarget> open_target(const RunCommand& command);

/// Loads the target's vocabulary, if it has one. Errors: those of Naming::load.
[[nodiscard]] Result<void> load_vocabulary(runner::Target& target,
                                           std::shared_ptr<const Contract> contract);

/// Reads `name=value` inputs; a value that is JSON is taken as such, else as text. Errors: kUsage.
[[nodiscard]] Result<SharedJson> read_inputs(const std::vector<std::string>& inputs);

}  // namespace plumbline::app
