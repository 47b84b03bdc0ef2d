#pragma once
// The files in a folder of journals: which are journals, and their removal.

#include "spec/base/result.hpp"

#include <string>

namespace plumbline::cleanup {

/// What a file in a folder of journals is.
enum class JournalFile {
    kJournal,  ///< a journal of any version, possibly damaged
    kEmpty,    ///< a journal without a complete line: it lists nothing
    kOther,    ///< not written by Plumbline
};

/// Returns what a file is, by its name and its first line. Errors: those of read_file.
[[nodiscard]] Result<JournalFile> journal_file(const std::string& path);

/// Removes a file unless a running run has locked it; returns whether it is removed. Errors:
/// kNotFound, kIo.
[[nodiscard]] Result<bool> remove_unless_in_use(const std::string& path);

}  // namespace plumbline::cleanup
