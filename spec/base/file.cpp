#include "spec/base/file.hpp"

#include <climits>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <poll.h>
#include <system_error>
#include <unistd.h>

namespace plumbline {
namespace {

namespace fs = std::filesystem;

std::string errno_text() {
    return std::generic_category().message(errno);
}

tl::unexpected<Error> cannot_write(const std::string& path, const std::string& reason) {
    return fail(ErrorCode::kIo, "cannot write " + path + ": " + reason);
}

/// Returns whether a link such as /dev/fd/1 is an open descriptor of this process.
bool is_descriptor(const fs::path& path) {
    std::error_code problem;
    if (!fs::is_symlink(fs::symlink_status(path, problem))) return false;
    const fs::path folder = fs::canonical(path.parent_path(), problem);
    if (problem) return false;
    const fs::path descriptors = fs::canonical("/proc/self/fd", problem);
    return !problem && folder == descriptors;
}

/// Returns a copy of an open descriptor, at whose position others write as well; -1 on failure.
int open_again(const fs::path& path) {
    const std::string number = path.filename().string();
    int descriptor = -1;
    std::from_chars(number.data(), number.data() + number.size(), descriptor);
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-vararg): the function has no other form
    return ::fcntl(descriptor, F_DUPFD_CLOEXEC, 0);
}

/// Opens a device or pipe without waiting for a reader; -1 on failure.
int open_existing(const std::string& path) {
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-vararg): the function has no other form
    return ::open(path.c_str(), O_WRONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
}

/// Writes as long as the reader reads. Returns "", or why the text is not written.
std::string write_all(int descriptor, std::string_view text) {
    constexpr std::size_t kBlock = PIPE_BUF;  // fits wherever poll() allows to write
    constexpr int kDeadlineMs = 30'000;
    while (!text.empty()) {
        pollfd output{descriptor, POLLOUT, 0};
        const int ready = ::poll(&output, 1, kDeadlineMs);
        if (ready == 0) return "its reader has read nothing for 30 s";
        if (ready < 0 && errno == EINTR) continue;
        const ssize_t written = ::write(descriptor, text.data(), std::min(text.size(), kBlock));
        if (written < 0 && (errno == EINTR || errno == EAGAIN)) continue;
        if (written < 0) return errno_text();
        text.remove_prefix(static_cast<std::size_t>(written));
    }
    return "";
}

/// Writes to a descriptor and closes it.
Result<void> write_to(const std::string& path, int descriptor, std::string_view text) {
    if (descriptor < 0) {
        return cannot_write(path,
                            errno == ENXIO
                                ? "nothing reads this pipe; start its reader before this program"
                                : errno_text());
    }
    const std::string problem = write_all(descriptor, text);
    ::close(descriptor);
    if (problem.empty()) return {};
    return cannot_write(path, problem);
}

/// Creates the folder of a file.
Result<void> create_parent(const fs::path& file) {
    const fs::path folder = file.parent_path();
    std::error_code problem;
    if (folder.empty() || fs::is_directory(folder, problem)) return {};
    fs::create_directories(folder, problem);
    std::error_code ignored;
    if (fs::is_directory(folder, ignored)) return {};
    return fail(ErrorCode::kIo,
                "cannot create the folder " + folder.string() + ": " + problem.message());
}

Result<void> replace_file(const std::string& path,
                          const std::string& target,
                          std::string_view text) {
    std::error_code problem;
    const std::string temporary = target + kPartSuffix;
    {
        std::ofstream out(temporary, std::ios::binary | std::ios::trunc);
        if (out) out.write(text.data(), static_cast<std::streamsize>(text.size()));
        if (out) out.flush();
        if (!out) {
            const std::string reason = errno_text();
            out.close();
            fs::remove(temporary, problem);  // it may be what fills the disk
            return cannot_write(path, reason);
        }
    }
    fs::rename(temporary, target, problem);
    if (!problem) return {};
    const std::string reason = problem.message();
    fs::remove(temporary, problem);
    return cannot_write(path, reason);
}

tl::unexpected<Error> too_large(const std::string& path, std::size_t max_bytes) {
    return fail(ErrorCode::kLimit,
                path + " is larger than " + std::to_string(max_bytes) +
                    " bytes, the most that is read of such a file");
}

}  // namespace

Result<std::string> read_file(const std::string& path, std::size_t max_bytes) {
    std::error_code problem;
    const auto status = std::filesystem::status(path, problem);
    if (!std::filesystem::exists(status)) {
        return fail(ErrorCode::kNotFound, "no such file: " + path);
    }
    if (!std::filesystem::is_regular_file(status)) {
        return fail(ErrorCode::kIo, "not a regular file: " + path);
    }
    std::ifstream in(path, std::ios::binary);
    if (!in) {
        return fail(errno == ENOENT ? ErrorCode::kNotFound : ErrorCode::kIo,
                    "cannot open " + path + ": " + errno_text());
    }
    // The reported size is only a hint: the file may grow, and some file systems report none.
    std::string text;
    const auto size = std::filesystem::file_size(path, problem);
    if (!problem && size > max_bytes) return too_large(path, max_bytes);
    if (!problem) text.reserve(size);
    std::array<char, std::size_t{64} * 1024U> block;
    while (in && text.size() <= max_bytes) {
        in.read(block.data(), block.size());
        text.append(block.data(), static_cast<std::size_t>(in.gcount()));
    }
    if (in.bad()) return fail(ErrorCode::kIo, "cannot read " + path + ": " + errno_text());
    if (text.size() > max_bytes) return too_large(path, max_bytes);
    return text;
}

std::string final_path(const std::string& path) {
    constexpr int kMaxLinks = 40;
    std::error_code ignored;
    fs::path found(path);
    for (int i = 0; i < kMaxLinks && fs::is_symlink(fs::symlink_status(found, ignored)); ++i) {
        if (is_descriptor(found)) break;
        const fs::path next = fs::read_symlink(found, ignored);
        found = next.is_absolute() ? next : found.parent_path() / next;
    }
    return found.string();
}

Result<void> append_file(const std::string& path, std::string_view text) {
    constexpr int kMode = 0666;  // less what the user's mask removes
    const int descriptor =
        // NOLINTNEXTLINE(cppcoreguidelines-pro-type-vararg): the function has no other form
        ::open(
            path.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_NONBLOCK | O_CLOEXEC | O_NOCTTY, kMode);
    return write_to(path, descriptor, text);
}

Result<void> write_file(const std::string& path, std::string_view text) {
    const std::string target = final_path(path);
    std::error_code problem;
    const fs::file_status status = fs::status(target, problem);
    if (fs::is_directory(status)) return cannot_write(path, "it is a folder");
    if (is_descriptor(target)) return write_to(path, open_again(target), text);
    if (fs::exists(status) && !fs::is_regular_file(status))
        return write_to(path, open_existing(target), text);
    if (auto created = create_parent(target); !created) return created;
    return replace_file(path, target, text);
}

}  // namespace plumbline
