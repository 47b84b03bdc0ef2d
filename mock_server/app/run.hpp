#pragma once
// The program plumbline-mock.

namespace plumbline::mock {

/// Serves until SIGTERM or SIGINT, then drains. Returns the exit status: 0 after an orderly end, 2
/// for an error in options, documents or fixtures, 3 if it cannot listen on the address.
[[nodiscard]] int run(int argc, char** argv);

}  // namespace plumbline::mock
