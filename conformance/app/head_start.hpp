#pragma once
// What a run needs from its first answer on, made ready on the core that its start leaves idle, and
// what its end need not take apart. Together a quarter of a short run's time.

#include "conformance/runner/run.hpp"

#include <future>
#include <memory>

namespace plumbline::app {

/// Compiles, in a thread of its own, the schemas of the answers that succeed for the operations of
/// the suites. Whoever needs one that is not ready compiles it, as ever. The future waits for the
/// thread when it is destroyed.
[[nodiscard]] std::future<void> compile_schemas_of(const runner::Suites& suites);

/// Keeps `value` until the process ends, when its memory goes as a whole: to free the thousands of
/// parts of a contract one by one takes milliseconds in which nobody is served.
void keep_to_the_end(std::shared_ptr<const void> value);

}  // namespace plumbline::app
