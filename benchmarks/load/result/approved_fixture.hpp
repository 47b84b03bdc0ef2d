#pragma once
// Compares what is rendered with files of approved/, which scripts/approve rewrites.

#include "spec/base/file.hpp"

#include <gmock/gmock.h>

#include <cstdlib>
#include <filesystem>
#include <string>

namespace plumbline::load {

/// Matches the text of a file in the folder approved/ beside a test. With PLUMBLINE_APPROVE set
/// (scripts/approve) the text is written instead. `test` is the test's __FILE__: that of a header
/// depends on where the compiler was started.
MATCHER_P2(IsApproved, test, name, std::string("is approved/") + name) {
    const std::filesystem::path folder = std::filesystem::path(test).parent_path() / "approved";
    const std::string file = (folder / name).string();
    if (std::getenv("PLUMBLINE_APPROVE") != nullptr && !write_file(file, arg)) return false;
    const auto approved = read_file(file);
    const bool is_same = approved && *approved == arg;
    if (!is_same)
        *result_listener << "if the change is meant: scripts/approve, then read the diff of "
                         << file;
    return is_same;
}

}  // namespace plumbline::load
