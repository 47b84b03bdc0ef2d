#include "conformance/host/secret_variable.hpp"

#include <cstdlib>
#include <unistd.h>
#include <utility>

namespace plumbline::host {

std::optional<std::string> find_environment_value(const std::string& variable) {
    // NOLINTNEXTLINE(concurrency-mt-unsafe): nothing here changes the environment
    const char* value = std::getenv(variable.c_str());
    return value ? std::optional<std::string>(value) : std::nullopt;
}

std::string environment_value(const std::string& variable) {
    return find_environment_value(variable).value_or("");
}

std::map<std::string, std::string> environment_values(std::string_view prefix) {
    std::map<std::string, std::string> found;
    for (char** entry = environ; entry && *entry; ++entry) {
        const std::string_view text = *entry;
        const std::size_t equals = text.find('=');
        if (text.starts_with(prefix) && equals != std::string_view::npos)
            found.emplace(text.substr(0, equals), text.substr(equals + 1));
    }
    return found;
}

Result<Secret> read_secret(const std::string& variable) {
    if (std::string value = environment_value(variable); !value.empty())
        return Secret(std::move(value));
    return fail(ErrorCode::kUsage, "the environment variable " + variable + " is not set or empty");
}

}  // namespace plumbline::host
