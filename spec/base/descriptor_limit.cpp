#include "spec/base/descriptor_limit.hpp"

#include <sys/resource.h>

namespace plumbline {

std::uint64_t raise_descriptor_limit() {
    rlimit files{};
    if (::getrlimit(RLIMIT_NOFILE, &files) != 0) return 0;
    const rlim_t before = files.rlim_cur;
    files.rlim_cur = files.rlim_max;
    return ::setrlimit(RLIMIT_NOFILE, &files) == 0 ? files.rlim_max : before;
}

}  // namespace plumbline
