#include "conformance/app/default_profile.hpp"

#include "conformance/app/contract_files.hpp"
#include "conformance/app/print_error.hpp"

#include <filesystem>

namespace plumbline::app {

RunCommand with_default_profile(RunCommand command, std::ostream& err) {
    if (command.target == kNoProfile) {
        command.target.clear();
        return command;
    }
    // A region is one of a profile.
    const std::string region = std::exchange(command.region, "");
    // The profile describes a service of the built-in documents, not one of a user's.
    const bool is_for_mock = !command.faults.empty() || !command.world.empty() ||
                             !command.mock.empty() || !command.fixtures.empty() ||
                             !command.api.empty() || !user_documents(command.contract).empty();
    std::error_code ignored;
    if (!command.has_target() && !is_for_mock &&
        std::filesystem::is_regular_file(kDefaultProfile, ignored)) {
        command.target = kDefaultProfile;
        print_message(std::string("the target is that of ./") + kDefaultProfile +
                          " (--target none: the embedded mock)",
                      err);
    }
    command.region = region;
    return command;
}

}  // namespace plumbline::app
