#include "spec/base/file.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <system_error>

namespace plumbline {
namespace {

std::string errno_text() {
    return std::generic_category().message(errno);
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
    if (!problem) text.reserve(std::min<std::size_t>(size, max_bytes));
    std::array<char, std::size_t{64} * 1024U> block;
    while (in && text.size() <= max_bytes) {
        in.read(block.data(), block.size());
        text.append(block.data(), static_cast<std::size_t>(in.gcount()));
    }
    if (in.bad()) return fail(ErrorCode::kIo, "cannot read " + path + ": " + errno_text());
    if (text.size() > max_bytes) {
        return fail(ErrorCode::kLimit,
                    path + " is larger than " + std::to_string(max_bytes) + " bytes");
    }
    return text;
}

Result<void> write_file(const std::string& path, std::string_view text) {
    std::error_code problem;
    const std::filesystem::path target(path);
    if (target.has_parent_path())
        std::filesystem::create_directories(target.parent_path(), problem);
    const std::string temporary = path + kPartSuffix;
    {
        std::ofstream out(temporary, std::ios::binary | std::ios::trunc);
        if (out) out.write(text.data(), static_cast<std::streamsize>(text.size()));
        if (out) out.flush();
        if (!out) {
            const std::string reason = errno_text();
            out.close();
            std::filesystem::remove(temporary, problem);  // it may be what fills the disk
            return fail(ErrorCode::kIo, "cannot write " + temporary + ": " + reason);
        }
    }
    std::filesystem::rename(temporary, target, problem);
    if (!problem) return {};
    const std::string reason = problem.message();
    std::filesystem::remove(temporary, problem);
    return fail(ErrorCode::kIo, "cannot write " + path + ": " + reason);
}

}  // namespace plumbline
