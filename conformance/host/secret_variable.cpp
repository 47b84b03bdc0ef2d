#include "conformance/host/secret_variable.hpp"

#include <cstdlib>

namespace plumbline::host {

Result<Secret> secret_in(const std::string& variable) {
    // NOLINTNEXTLINE(concurrency-mt-unsafe): nothing here changes the environment
    const char* value = std::getenv(variable.c_str());
    if (value && *value) return Secret(value);
    return fail(ErrorCode::kUsage, "the environment variable " + variable + " is not set");
}

}  // namespace plumbline::host
