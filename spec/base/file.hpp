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

/// Replaces a file in one step (temporary file, rename) and creates missing folders. Errors: kIo.
[[nodiscard]] Result<void> write_file(const std::string& path, std::string_view text);

}  // namespace plumbline
