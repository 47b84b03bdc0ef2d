#pragma once
// Reading and writing whole files, with limits and clear errors.

#include "spec/base/result.hpp"

#include <string>
#include <string_view>

namespace plumbline {

/// Reads a file of at most `max_bytes`. Errors: kNotFound, kIo, kLimit.
[[nodiscard]] Result<std::string> read_file(const std::string& path,
                                            std::size_t max_bytes = std::size_t{64} * 1024U *
                                                                    1024U);

/// Ends the name of a file while it is written: one that remains was written when its program was
/// killed.
inline constexpr const char* kPartSuffix = ".part";

/// Writes a file and creates missing folders. A regular file is replaced in one step (temporary
/// file, rename), at the end of symbolic links if `path` is one. A device, a pipe or an open
/// descriptor such as /dev/stdout is written to. Errors: kIo; also a pipe that nothing reads.
/// Requires that SIGPIPE is ignored.
[[nodiscard]] Result<void> write_file(const std::string& path, std::string_view text);

/// Appends to a file, a device or a pipe that others write, too; creates a missing file. Errors and
/// requirement: those of write_file.
[[nodiscard]] Result<void> append_file(const std::string& path, std::string_view text);

/// Returns the file to which a path leads through symbolic links; it may not exist.
[[nodiscard]] std::string final_path(const std::string& path);

}  // namespace plumbline
