#pragma once
// The journals of a clean-up, and files that killed runs have left beside them.

#include "conformance/app/options.hpp"
#include "spec/base/result.hpp"

#include <ostream>
#include <string>
#include <vector>

namespace plumbline::app {

/// Returns the folder that --journal-dir names; without the option, `plumbline/journal` in the
/// environment's folder for state: XDG_STATE_HOME, else .local/state in HOME. Errors: kUsage.
[[nodiscard]] Result<std::string> journal_folder(const std::string& option);

/// The files that a clean-up processes.
struct JournalPaths {
    std::vector<std::string> journals;  ///< in the order of their runs
    /// Journals without content and incomplete files, with the reason why they are not needed.
    std::vector<std::pair<std::string, std::string>> useless;
    std::vector<Error> problems;  ///< files that cannot be read, or are not journals
    int unreadable = 0;           ///< number of the former
};

/// Returns the files that a command names, else those in its folder; a missing default folder has
/// none. Errors: kNotFound (a named file), kInvalid (a named file that is not a journal), kIo (the
/// folder).
[[nodiscard]] Result<JournalPaths> find_journals(const CleanupCommand& command);

/// Removes the useless files, or prints that it would (`dry_run`). A file that a starting run has
/// locked stays. Returns how many could not be removed.
int remove_useless_files(const JournalPaths& paths,
                         bool dry_run,
                         std::ostream& out,
                         std::ostream& err);

}  // namespace plumbline::app
