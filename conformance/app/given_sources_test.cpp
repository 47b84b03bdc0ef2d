#include "conformance/app/given_sources.hpp"

#include "conformance/app/load_suites.hpp"
#include "spec/base/file.hpp"
#include "spec/base/temporary_folder.hpp"
#include "spec/base/testing.hpp"

#include <gmock/gmock.h>

#include <filesystem>
#include <unistd.h>

namespace plumbline::app {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class GivenSourcesTest : public testing::Test {
  protected:
    [[nodiscard]] std::string write(const std::string& name, const std::string& text) const {
        EXPECT_THAT(write_file(folder_ + '/' + name, text), IsOk());
        return folder_ + '/' + name;
    }
    /// Returns a suite with this source description, and a step with this target.
    [[nodiscard]] std::string suite(const std::string& source, const std::string& target) const {
        return write("a.arazzo.yaml",
                     "arazzo: 1.0.1\ninfo: {title: t, version: '1'}\nsourceDescriptions: [{" +
                         source + "}]\nworkflows:\n  - workflowId: w\n    steps: [{stepId: s, " +
                         target + "}]\n");
    }
    static std::vector<std::string> errors(const LoadedSuites& loaded) {
        std::vector<std::string> texts;
        for (const Error& error : loaded.diagnosis.errors) texts.push_back(to_text(error));
        return texts;
    }
    [[nodiscard]] LoadedSuites load(const std::string& file,
                                    const std::vector<std::string>& sources) const {
        const auto contract = load_contract();
        return load_suites({file}, *contract, {}, sources);
    }

    TemporaryFolder own_folder_;
    std::string folder_ = own_folder_.path();
    std::string api_ = write("local.yaml",
                             "openapi: 3.0.3\ninfo: {title: t, version: '1'}\npaths: {/a: {get: "
                             "{operationId: getA, responses: {200: {description: a}}}}}\n");
    std::string remote_ = "name: api, type: openapi, url: 'https://apis.test/api.yaml'";
};

TEST_F(GivenSourcesTest, ReplaceTheUrlOfAnotherMachine) {
    const std::string file = suite(remote_, "operationId: getA");
    EXPECT_THAT(errors(load(file, {"api=" + api_})), IsEmpty());
    EXPECT_THAT(errors(load(file, {})),
                ElementsAre(AllOf(HasSubstr("cannot be loaded from https://apis.test/api.yaml"),
                                  HasSubstr("--source api=FILE"))));
}

TEST_F(GivenSourcesTest, ReplaceAMissingFileAndAMissingUrl) {
    const std::string missing =
        suite("name: api, type: openapi, url: none.yaml", "operationId: getA");
    EXPECT_THAT(errors(load(missing, {"api=" + api_})), IsEmpty());
    EXPECT_THAT(errors(load(missing, {})), ElementsAre(HasSubstr("--source api=FILE")));
    const std::string without = suite("name: api, type: openapi", "operationId: getA");
    const LoadedSuites loaded = load(without, {"api=" + api_});
    EXPECT_THAT(errors(loaded), IsEmpty());
    EXPECT_THAT(to_text(loaded.diagnosis.warnings.at(0)), HasSubstr("has no url"));
    EXPECT_THAT(errors(load(without, {})),
                ElementsAre(AllOf(HasSubstr("has no url"), HasSubstr("--source api=FILE"))));
}

TEST_F(GivenSourcesTest, MayBeArazzoDocuments) {
    const std::string other = suite(remote_, "operationId: getA");
    const std::string shared = write("shared.yaml", *read_file(other));
    const std::string file =
        suite("name: shared, type: arazzo, url: 'https://apis.test/shared.yaml'",
              "workflowId: $sourceDescriptions.shared.w");
    EXPECT_THAT(errors(load(file, {"shared=" + shared, "api=" + api_})), IsEmpty());
    EXPECT_THAT(errors(load(file, {"api=" + api_})),
                testing::Contains(HasSubstr("--source shared=FILE")));
}

TEST_F(GivenSourcesTest, NeedTheNameOfASourceDescription) {
    const std::string file = suite(remote_, "operationId: getA");
    EXPECT_THAT(errors(load(file, {"apii=" + api_})),
                testing::Contains(AllOf(HasSubstr("no suite has a source description apii"),
                                        HasSubstr("did you mean api?"))));
}

TEST_F(GivenSourcesTest, NeedAFile) {
    const std::string file = suite(remote_, "operationId: getA");
    EXPECT_THAT(errors(load(file, {"api=nowhere.yaml"})),
                ElementsAre(AllOf(HasSubstr("there is no file nowhere.yaml"),
                                  HasSubstr("that of --source api=nowhere.yaml"))));
    for (const char* option : {"api", "api=", "=file"})
        EXPECT_THAT(errors(load(file, {option})),
                    testing::Contains(HasSubstr("expected NAME=FILE")));
}

}  // namespace
}  // namespace plumbline::app
