#include "mock_server/streaming/graph.hpp"

#include "mock_server/store/testing.hpp"

#include <nlohmann/json.hpp>

namespace plumbline::mock {
namespace {

Result<Graphs> with(const std::string& name, const std::string& text) {
    const FixtureFolder folder;
    std::filesystem::create_directory(folder.path() + "/graphs");
    folder.write("graphs/" + name, text);
    return load_graphs(*Fixtures::with_folder(folder.path()));
}

std::string play(const std::string& items) {
    return R"({"graph": "mine", "summary": "s", "play": [)" + items + "]}";
}

TEST(Graphs, OfAFolderJoinTheBuiltInOnes) {
    const auto graphs = with("mine.json", play(R"({"pace": "PT1S"})"));
    ASSERT_THAT(graphs, IsOk());
    EXPECT_TRUE(graphs->contains("mine"));
    EXPECT_TRUE(graphs->contains("chat"));
}

TEST(Graphs, AreRefusedWithPosition) {
    EXPECT_THAT(with("mine.json", play(R"({"pace": "PT1Q"})")), IsErrorCode(ErrorCode::kInvalid));
    EXPECT_THAT(with("mine.json", play(R"({"dance": 1})")), IsErrorCode(ErrorCode::kInvalid));
    EXPECT_THAT(with("mine.json", R"({"graph": "chat", "summary": "s", "play": []})"),
                IsErrorCode(ErrorCode::kInvalid));
}

TEST(Graphs, MayNotCallWhatIsNotThereNorThemselves) {
    const auto call = [](const std::string& name) {
        return play(R"({"step": [{"node": "a", "play": [{"subgraph": ")" + name + R"("}]}]})");
    };
    const auto unknown = with("mine.json", call("nobody"));
    ASSERT_THAT(unknown, IsErrorCode(ErrorCode::kInvalid));
    EXPECT_THAT(unknown.error().message, testing::HasSubstr("no graph is named \"nobody\""));
    const auto circle = with("mine.json", call("mine"));
    ASSERT_THAT(circle, IsErrorCode(ErrorCode::kInvalid));
    EXPECT_THAT(circle.error().message, testing::HasSubstr("calls itself: mine"));
}

TEST(Amount, ComesFromTheInputWhereItGivesOne) {
    const Amount amount{3, "/n", 10};
    EXPECT_EQ(amount.of(Json{{"n", 5}}), 5);
    EXPECT_EQ(amount.of(Json{{"n", 50}}), 10);
    EXPECT_EQ(amount.of(Json{{"n", -1}}), 3);
    EXPECT_EQ(amount.of(Json("text")), 3);
    EXPECT_EQ(amount.of(Json()), 3);
}

}  // namespace
}  // namespace plumbline::mock
