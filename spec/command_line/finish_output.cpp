#include "spec/command_line/parse_arguments.hpp"

#include <cerrno>
#include <cstdio>
#include <iostream>
#include <poll.h>
#include <string>
#include <system_error>
#include <unistd.h>

namespace plumbline {
namespace {

/// Returns whether standard output is a pipe or terminal that is not read any more. The write that
/// failed may be an earlier one, so its errno is not known.
bool has_no_reader() {
    pollfd output{STDOUT_FILENO, POLLOUT, 0};
    return ::poll(&output, 1, 0) > 0 && (output.revents & (POLLERR | POLLHUP)) != 0;
}

}  // namespace

int finish_output(std::string_view program, int code) {
    errno = 0;
    std::cout.flush();
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-cstyle-cast): `stdout` is a macro
    const bool is_written = std::fflush(stdout) == 0 && std::ferror(stdout) == 0;
    if ((is_written && std::cout.good()) || has_no_reader()) return code;
    const std::string reason = errno == 0 ? "" : ": " + std::generic_category().message(errno);
    std::cerr << program << ": cannot write to standard output" << reason
              << "; what was written is not complete\n";
    return kOutputFailed;
}

}  // namespace plumbline
