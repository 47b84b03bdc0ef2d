#include "spec/command_line/parse_arguments.hpp"

#include <cerrno>
#include <cstdio>
#include <iostream>
#include <string>
#include <system_error>

namespace plumbline {

int finish_output(std::string_view program, int code) {
    errno = 0;
    std::cout.flush();
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-cstyle-cast): `stdout` is a macro
    const bool is_written = std::fflush(stdout) == 0 && std::ferror(stdout) == 0;
    if (is_written && std::cout.good()) return code;
    const std::string reason = errno == 0 ? "" : ": " + std::generic_category().message(errno);
    std::cerr << program << ": cannot write to standard output" << reason
              << "; what was written is not complete\n";
    return kOutputFailed;
}

}  // namespace plumbline
