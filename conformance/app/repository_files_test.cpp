#include "conformance/app/repository_files.hpp"

#include "spec/base/file.hpp"
#include "spec/base/temporary_folder.hpp"
#include "spec/base/testing.hpp"

#include <gmock/gmock.h>

#include <filesystem>

namespace plumbline::app {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;

/// A repository with a suite, and a suite outside; the current folder is `REPOSITORY/ci`.
class RepositoryFiles : public testing::Test {
  protected:
    RepositoryFiles() {
        fs::create_directories(folder_ / "repository/.git");
        fs::create_directories(folder_ / "repository/ci");
        for (const char* name : {"repository/suites/a.yaml", "repository/ci/b.yaml", "c.yaml"})
            EXPECT_THAT(write_file((folder_ / name).string(), ""), IsOk());
        fs::current_path(folder_ / "repository/ci");
    }
    ~RepositoryFiles() override { fs::current_path(former_); }

    static reports::RunResult result_of(const std::vector<std::string>& files) {
        reports::StepResult step;
        for (const std::string& file : files) {
            step.findings.emplace_back();
            step.findings.back().where = {file, 1, 1};
        }
        reports::ScenarioResult scenario;
        scenario.steps = {step};
        reports::RunResult result;
        result.scenarios = {scenario};
        return result;
    }

    fs::path former_ = fs::current_path();
    TemporaryFolder own_folder_;
    fs::path folder_ = own_folder_.path();
};

TEST_F(RepositoryFiles, AreRelativeToTheRepository) {
    const std::string absolute = (fs::current_path() / "b.yaml").string();
    reports::RunResult result = result_of({"../suites/a.yaml", "b.yaml", absolute});
    add_repository_files(result, false);
    EXPECT_THAT(result.files,
                testing::UnorderedElementsAre(Pair("../suites/a.yaml", "suites/a.yaml"),
                                              Pair("b.yaml", "ci/b.yaml"),
                                              Pair(absolute, "ci/b.yaml")));
}

TEST_F(RepositoryFiles, AreNotThoseOutsideAndThoseThatDoNotExist) {
    reports::RunResult result = result_of({"../../c.yaml", "missing.yaml", ""});
    add_repository_files(result, false);
    EXPECT_THAT(result.files, IsEmpty());
}

TEST_F(RepositoryFiles, AreNotBuiltInSuitesWithTheNamesOfFiles) {
    reports::RunResult result = result_of({"b.yaml"});
    result.deviations.emplace_back();
    result.deviations.back().entry.where = {"../suites/a.yaml", 1, 1};
    add_repository_files(result, true);
    EXPECT_THAT(result.files, ElementsAre(Pair("../suites/a.yaml", "suites/a.yaml")));
}

}  // namespace
}  // namespace plumbline::app
