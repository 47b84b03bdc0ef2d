#include "conformance/app/load_deviations.hpp"

#include "conformance/app/load_suites.hpp"
#include "spec/base/file.hpp"
#include "spec/base/temporary_folder.hpp"
#include "spec/base/testing.hpp"

#include <gmock/gmock.h>

#include <filesystem>

namespace plumbline::app {
namespace {

using testing::SizeIs;

class LoadDeviations : public testing::Test {
  protected:
    std::string write(const std::string& name, const std::string& text) {
        const std::string path = folder_ + "/" + name;
        EXPECT_THAT(write_file(path, text), IsOk());
        return path;
    }

    /// Reads what the tests share once, as it takes long.
    struct SharedModel {
        std::shared_ptr<const Contract> contract = load_contract().value();
        Ledger ledger = load_ledger().value();
        runner::Suites suites = load_suites({}, contract).suites;
    };

    /// Loads the entries for a run of one built-in suite.
    static Result<std::vector<reports::DeviationEntry>> load(const RunCommand& command) {
        static const SharedModel kModel;
        return load_deviations(command, {kModel.suites.front()}, kModel.contract, kModel.ledger);
    }

    Result<std::vector<reports::DeviationEntry>> load(const std::string& text) {
        RunCommand command;
        command.deviations = {write("d.yaml", text)};
        return load(command);
    }

    TemporaryFolder own_folder_;
    std::string folder_ = own_folder_.path();
};

TEST_F(LoadDeviations, ReadsFilesAndTheProfile) {
    RunCommand command;
    command.deviations = {write("d.yaml", "- {code: json, reason: of a file}\n"),
                          write("e.yaml", "- {code: body, reason: of another}\n")};
    command.target = write("profile.yaml",
                           "urls: { all: 'http://h' }\ndeviations:\n"
                           "  - {requirement: CP-CREATE-201, reason: of the profile}\n");
    const auto entries = load(command);
    ASSERT_THAT(entries, IsOk());
    ASSERT_THAT(*entries, SizeIs(3));
    EXPECT_EQ(entries->at(2).reason, "of the profile");
    EXPECT_EQ(entries->at(2).where.line, 3);
}

TEST_F(LoadDeviations, NamesTheNearestOfAllScenarios) {
    EXPECT_THAT(load("- {scenario: 'generated/*', reason: r}\n"
                     "- {scenario: patching/immutable-values, reason: r}\n"
                     "- {scenario: patching/imutable-values, reason: r}\n"),
                FailsWith("d.yaml:3:4: no scenario matches 'patching/imutable-values'; did you "
                          "mean patching/immutable-values?"));
}

TEST_F(LoadDeviations, NamesTheNearestRequirement) {
    EXPECT_THAT(load("# x\n- reason: r\n  requirement: CP-CREATE-210\n"),
                FailsWith("d.yaml:3:3: the ledger has no requirement CP-CREATE-210; did you mean "
                          "CP-CREATE-201?"));
}

TEST_F(LoadDeviations, RefusesAMissingFile) {
    RunCommand command;
    command.deviations = {folder_ + "/none.yaml"};
    EXPECT_THAT(load(command), IsErrorCode(ErrorCode::kNotFound));
}

TEST_F(LoadDeviations, NamesThePositionInAProfile) {
    RunCommand command;
    command.target =
        write("profile.yaml", "urls: { all: 'http://h' }\ndeviations: [{code: json}]\n");
    EXPECT_THAT(load(command), FailsWith("profile.yaml:2:14: /deviations/0"));
    command.target = write("profile.yaml", "urls: { all: 'http://h' }\ndeviations: [7]\n");
    EXPECT_THAT(load(command), FailsWith("profile.yaml:2:14: /deviations/0"));
}

}  // namespace
}  // namespace plumbline::app
