#include "mock_server/streaming/graph.hpp"

#include "mock_server/store/testing.hpp"

#include <nlohmann/json.hpp>

namespace plumbline::mock {
namespace {

Result<Graphs> with(const std::string& name, const std::string& text) {
    const FixtureFolder folder;
    std::filesystem::create_directory(folder.path() + "/graphs");
    folder.write("graphs/" + name, text);
    return load_graphs(*Fixtures().with_folder(folder.path()));
}

std::string graph_with(const std::string& items) {
    return R"({"graph": "mine", "summary": "s", "instructions": [)" + items + "]}";
}

TEST(Graphs, OfAFolderAreAddedToTheBuiltInOnes) {
    const auto graphs = with("mine.json", graph_with(R"({"delay": "PT1S"})"));
    ASSERT_THAT(graphs, IsOk());
    EXPECT_TRUE(graphs->contains("mine"));
    EXPECT_TRUE(graphs->contains("chat"));
}

TEST(Graphs, AreRefusedWithPosition) {
    EXPECT_THAT(with("mine.json", graph_with(R"({"delay": "PT1Q"})")),
                IsErrorCode(ErrorCode::kInvalid));
    EXPECT_THAT(with("mine.json", graph_with(R"({"dance": 1})")), IsErrorCode(ErrorCode::kInvalid));
    EXPECT_THAT(with("mine.json", R"({"graph": "chat", "summary": "s", "instructions": []})"),
                IsErrorCode(ErrorCode::kInvalid));
}

TEST(Graphs, MustNotCallUnknownGraphsOrThemselves) {
    const auto call = [](const std::string& name) {
        return graph_with(R"({"step": [{"node": "a", "instructions": [{"subgraph": ")" + name +
                          R"("}]}]})");
    };
    const auto unknown = with("mine.json", call("unknown"));
    ASSERT_THAT(unknown, IsErrorCode(ErrorCode::kInvalid));
    EXPECT_THAT(unknown.error().message, testing::HasSubstr("there is no graph named \"unknown\""));
    const auto cycle = with("mine.json", call("mine"));
    ASSERT_THAT(cycle, IsErrorCode(ErrorCode::kInvalid));
    EXPECT_THAT(cycle.error().message, testing::HasSubstr("calls itself: mine"));
}

// With time for each path through the calls, this takes days.
TEST(Graphs, ThatCallTheNextOneTwiceAreCheckedOnceEach) {
    constexpr int kGraphs = 40;
    std::map<std::string, Document> files;
    for (int i = 0; i < kGraphs; ++i) {
        const std::string call = R"({"subgraph": "g)" + std::to_string(i + 1) + R"("})";
        const std::string calls =
            R"({"step": [{"node": "a", "instructions": [)" + call + ", " + call + "]}]}";
        files["graphs/" + std::to_string(i) + ".json"] = fixture(
            R"({"graph": "g)" + std::to_string(i) + R"(", "instructions": [)" + calls + "]}");
    }
    files["graphs/last.json"] = fixture(R"({"graph": "g40", "instructions": []})");
    const auto graphs = load_graphs(Fixtures(std::move(files)));
    ASSERT_THAT(graphs, IsOk());
    EXPECT_EQ(graphs->size(), kGraphs + 1);
}

TEST(IntParameter, IsReadFromTheInputIfPresent) {
    const IntParameter parameter{3, "/n", 10};
    EXPECT_EQ(parameter.resolve(Json{{"n", 5}}), 5);
    EXPECT_EQ(parameter.resolve(Json{{"n", 50}}), 10);
    EXPECT_EQ(parameter.resolve(Json{{"n", -1}}), 3);
    EXPECT_EQ(parameter.resolve(Json("text")), 3);
    EXPECT_EQ(parameter.resolve(Json()), 3);
}

}  // namespace
}  // namespace plumbline::mock
