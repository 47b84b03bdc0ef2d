#pragma once
// Compares rendered text with the files in approved/, which scripts/approve rewrites.

#include "spec/base/file.hpp"

#include <gmock/gmock.h>

#include <cstdlib>
#include <filesystem>
#include <string>

namespace plumbline::load {

/// Matches the text of approved/`name` in the folder of the test. With PLUMBLINE_APPROVE set
/// (scripts/approve, which runs only tests named HasNotChanged), first writes the file. `test` is
/// the test's __FILE__; __FILE__ here would be this header's path.
MATCHER_P2(IsApproved, test, name, std::string("is approved/") + name) {
    const std::filesystem::path folder = std::filesystem::path(test).parent_path() / "approved";
    const std::string file = (folder / name).string();
    if (std::getenv("PLUMBLINE_APPROVE") != nullptr && !write_file(file, arg)) return false;
    const auto approved = read_file(file);
    const bool is_same = approved && *approved == arg;
    if (!is_same)
        *result_listener
            << "if the change is intended: run scripts/approve, then review the diff of " << file;
    return is_same;
}

}  // namespace plumbline::load
