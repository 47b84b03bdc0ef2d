#pragma once
// The program plumbline-mock.

namespace plumbline::mock {

/// Serves until SIGTERM or SIGINT, then drains. Returns the exit status: 0 after a clean end, 2 for
/// a mistake in options, documents or fixtures, 3 if the address cannot be listened on.
[[nodiscard]] int run(int argc, char** argv);

}  // namespace plumbline::mock
