#pragma once
// For tests that write files.

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <string>

namespace plumbline {

/// A folder of one test, removed at its end. Tests run side by side, so each needs its own.
class TemporaryFolder {
  public:
    TemporaryFolder() : path_(testing::TempDir() + "plumbline-XXXXXX") {
        if (!::mkdtemp(path_.data())) ADD_FAILURE() << "cannot create the folder " << path_;
    }
    ~TemporaryFolder() {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;

    [[nodiscard]] const std::string& path() const { return path_; }

  private:
    std::string path_;
};

}  // namespace plumbline
