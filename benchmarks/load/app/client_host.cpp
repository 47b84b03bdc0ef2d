#include "benchmarks/load/app/client_host.hpp"

#include "spec/base/text.hpp"

#include <sys/utsname.h>

#include <fstream>
#include <string>
#include <thread>

namespace plumbline::load {
namespace {

/// Returns the text after the colon of the first line that begins with `name`.
std::string read_value(const char* path, std::string_view name) {
    std::ifstream file(path);
    std::string line;
    while (std::getline(file, line)) {
        if (!std::string_view(line).starts_with(name)) continue;
        const std::size_t colon = line.find(':');
        if (colon != std::string::npos)
            return std::string(trimmed(std::string_view(line).substr(colon + 1)));
    }
    return {};
}

}  // namespace

ClientHost detect_client_host() {
    ClientHost host;
    host.cpu = read_value("/proc/cpuinfo", "model name");
    host.cores = std::thread::hardware_concurrency();
    utsname system{};
    if (::uname(&system) == 0) host.kernel = std::string(system.sysname) + ' ' + system.release;
    host.pinning = read_value("/proc/self/status", "Cpus_allowed_list");
    return host;
}

}  // namespace plumbline::load
