#include "mock_server/store/fixtures.hpp"

#include "mock_server/store/testing.hpp"

#include <nlohmann/json.hpp>

namespace plumbline::mock {
namespace {

using testing::Contains;

struct FixtureCase {
    std::string name;
    std::string folder;
};

void PrintTo(const FixtureCase& kind, std::ostream* out) {
    *out << kind.name;
}

class BuiltInFixtures : public testing::TestWithParam<FixtureCase> {};

TEST_P(BuiltInFixtures, MatchTheirSchema) {
    const Fixtures fixtures;
    const auto paths = fixtures.list(GetParam().folder);
    ASSERT_FALSE(paths.empty());
    for (const std::string& path : paths) {
        const auto document = fixtures.load(path, GetParam().name);
        ASSERT_THAT(document, IsOk());
        EXPECT_THAT(check_fixture(*document, GetParam().name), IsOk());
    }
}

INSTANTIATE_TEST_SUITE_P(Fixtures,
                         BuiltInFixtures,
                         testing::Values(FixtureCase{"World", "worlds"},
                                         FixtureCase{"Machine", "machines"},
                                         FixtureCase{"Graph", "graphs"},
                                         FixtureCase{"Faults", "faults"}),
                         [](const auto& tested) { return tested.param.name; });

TEST(BuiltInOperations, MatchTheirSchema) {
    const auto document = Fixtures().load("operations.json", "Operations");
    ASSERT_THAT(document, IsOk());
    EXPECT_THAT(check_fixture(*document, "Operations"), IsOk());
}

TEST(Fixtures, InAFolderReplaceBuiltInOnes) {
    const FixtureFolder folder;
    folder.write(
        "worlds/mine.json",
        R"({"world":"mine","summary":"s","hosting":"cloud","start":"2026-01-05T09:00:00Z","tenants":["a"]})");
    folder.write("worlds/notes.txt", "not a fixture");
    const auto fixtures = Fixtures().with_folder(folder.path());
    ASSERT_THAT(fixtures, IsOk());
    EXPECT_THAT(fixtures->list("worlds"),
                testing::ElementsAre("worlds/cloud.json",
                                     "worlds/command_line_client.json",
                                     "worlds/mine.json",
                                     "worlds/self_hosted.json"));
    EXPECT_THAT(fixtures->load("worlds/mine.json", "World"), IsOk());
    EXPECT_THAT(fixtures->load("worlds/cloud.json", "World"), IsOk());
    EXPECT_THAT(fixtures->list("machines"), Contains("machines/revision.json"));
}

TEST(Fixtures, InAFolderAreValidatedWithPosition) {
    const FixtureFolder folder;
    folder.write("worlds/bad.json", "{\"world\": \"bad\",\n \"hosting\": \"moon\"}");
    const auto loaded = Fixtures().with_folder(folder.path())->load("worlds/bad.json", "World");
    EXPECT_THAT(loaded, IsErrorCode(ErrorCode::kInvalid));
    EXPECT_THAT(loaded, FailsWith("worlds/bad.json:"));
    EXPECT_THAT(loaded, FailsWith("/hosting"));
}

TEST(Fixtures, RequireTheirFolderAndFiles) {
    EXPECT_THAT(Fixtures().with_folder("/no/such/folder"), IsErrorCode(ErrorCode::kNotFound));
    EXPECT_THAT(Fixtures().load("worlds/none.json", "World"), IsErrorCode(ErrorCode::kNotFound));
}

TEST(FixturesInAFolder, HaveALimitOfSize) {
    const FixtureFolder folder;
    folder.write("operations.json", std::string(9'000'000, ' '));
    const auto fixtures = Fixtures().with_folder(folder.path());
    ASSERT_THAT(fixtures, IsOk());
    const auto loaded = fixtures->load("operations.json", "Operations");
    EXPECT_THAT(loaded, IsErrorCode(ErrorCode::kLimit));
    EXPECT_THAT(loaded, FailsWith("operations.json is larger than 8388608 bytes"));
}

}  // namespace
}  // namespace plumbline::mock
