#include "conformance/cleanup/journal_files.hpp"

#include "spec/base/file.hpp"

#include <sys/file.h>

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <unistd.h>

namespace plumbline::cleanup {
namespace {

/// The name of a journal; 0 is any decimal, x any hexadecimal digit.
constexpr std::string_view kNamePattern = "00000000T000000-xxxxxxxx.jsonl";

bool matches_digit(char c, char pattern) {
    if (pattern == '0') return c >= '0' && c <= '9';
    if (pattern == 'x') return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
    return c == pattern;
}

bool has_journal_name(const std::string& path) {
    const std::string name = std::filesystem::path(path).filename().string();
    return name.size() >= kNamePattern.size() &&
           std::equal(kNamePattern.begin(), kNamePattern.end(), name.begin(), [](char p, char c) {
               return matches_digit(c, p);
           });
}

/// Returns whether a power failure left only zero bytes, as some file systems do.
bool is_zeroed(const std::string& text) {
    return std::ranges::all_of(text, [](char c) { return c == '\0'; });
}

tl::unexpected<Error> cannot_remove(const std::string& path, int error) {
    return fail(error == ENOENT ? ErrorCode::kNotFound : ErrorCode::kIo,
                "cannot remove " + path + ": " + std::generic_category().message(error));
}

}  // namespace

Result<JournalFile> journal_file(const std::string& path) {
    const auto text = read_file(path);
    if (!text) return fail(text.error());
    if (text->empty()) return JournalFile::kEmpty;
    const std::size_t end = text->find('\n');
    const bool names_itself =
        text->substr(0, end).find("\"plumbline_journal\"") != std::string::npos;
    if (!names_itself && !has_journal_name(path)) return JournalFile::kOther;
    return end == std::string::npos || is_zeroed(*text) ? JournalFile::kEmpty
                                                        : JournalFile::kJournal;
}

Result<bool> remove_unless_in_use(const std::string& path) {
    const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (file < 0) return cannot_remove(path, errno);
    const bool is_locked = ::flock(file, LOCK_EX | LOCK_NB) == 0;
    const bool is_removed = is_locked && ::unlink(path.c_str()) == 0;
    const int error = errno;
    ::close(file);
    if (is_removed) return true;
    if (!is_locked && error == EWOULDBLOCK) return false;
    return cannot_remove(path, error);
}

}  // namespace plumbline::cleanup
