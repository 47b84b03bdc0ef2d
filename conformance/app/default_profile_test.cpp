#include "conformance/app/default_profile.hpp"

#include "spec/base/temporary_folder.hpp"

#include <gmock/gmock.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <sstream>

namespace plumbline::app {
namespace {

using ::testing::HasSubstr;

/// A folder with a profile in which the test runs.
class DefaultProfile : public ::testing::Test {
  protected:
    DefaultProfile() : before_(std::filesystem::current_path()) {
        std::filesystem::current_path(folder_.path());
        std::ofstream(kDefaultProfile) << "urls: {}\n";
    }
    ~DefaultProfile() override { std::filesystem::current_path(before_); }

    RunCommand chosen(const std::function<void(RunCommand&)>& give = {}) {
        RunCommand command;
        if (give) give(command);
        printed_.str("");
        return with_default_profile(command, printed_);
    }

    TemporaryFolder folder_;
    std::filesystem::path before_;
    std::ostringstream printed_;
};

TEST_F(DefaultProfile, CountsIfNoTargetIsNamed) {
    EXPECT_EQ(chosen().target, "plumbline.yaml");
    EXPECT_THAT(printed_.str(), HasSubstr("./plumbline.yaml"));
    EXPECT_EQ(chosen([](RunCommand& run) { run.region = "eu"; }).target, "plumbline.yaml");
    EXPECT_EQ(chosen([](RunCommand& run) { run.files = {"mine.yaml"}; }).target, "plumbline.yaml");
    std::filesystem::remove(kDefaultProfile);
    EXPECT_EQ(chosen().target, "");
    EXPECT_EQ(printed_.str(), "");
}

TEST_F(DefaultProfile, DoesNotCountBesideATargetOrOptionsOfTheMock) {
    const std::vector<std::pair<std::string, std::function<void(RunCommand&)>>> cases{
        {"none", [](RunCommand& run) { run.target = "none"; }},
        {"url", [](RunCommand& run) { run.url = "http://h"; }},
        {"area", [](RunCommand& run) { run.streaming_url = "http://h"; }},
        {"server", [](RunCommand& run) { run.servers = {"a=http://h"}; }},
        {"fault", [](RunCommand& run) { run.faults = {"f"}; }},
        {"world", [](RunCommand& run) { run.world = "cloud"; }},
        {"api", [](RunCommand& run) { run.api = "api.yaml"; }}};
    for (const auto& [name, give] : cases) {
        EXPECT_EQ(chosen(give).target, "") << name;
        EXPECT_EQ(printed_.str(), "") << name;
    }
}

}  // namespace
}  // namespace plumbline::app
