#include "conformance/app/journal_folder.hpp"

#include <cstdlib>

namespace plumbline::app {

Result<std::string> journal_folder(const std::string& option) {
    if (!option.empty()) return option;
    const std::string subfolder = "/plumbline/journal";
    // The XDG Base Directory Specification requires that a relative XDG_STATE_HOME is ignored.
    // NOLINTNEXTLINE(concurrency-mt-unsafe): nothing here changes the environment
    const char* state = std::getenv("XDG_STATE_HOME");
    if (state && state[0] == '/') return state + subfolder;
    // NOLINTNEXTLINE(concurrency-mt-unsafe): nothing here changes the environment
    const char* home = std::getenv("HOME");
    if (home && home[0] == '/') return home + ("/.local/state" + subfolder);
    return fail(ErrorCode::kUsage,
                "no folder for clean-up journals: neither XDG_STATE_HOME nor HOME is set",
                {},
                {"name one with --journal-dir"});
}

}  // namespace plumbline::app
