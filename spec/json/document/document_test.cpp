#include "spec/json/document.hpp"

#include "spec/base/file.hpp"
#include "spec/base/temporary_folder.hpp"
#include "spec/base/testing.hpp"
#include "spec/base/text.hpp"
#include "spec/json/random_json_fixture.hpp"
#include "spec/json/testing.hpp"

#include <filesystem>
#include <unistd.h>

namespace plumbline {

namespace {

using testing::ElementsAre;
using testing::Pair;

constexpr std::string_view kYaml = R"(# Comment
a: 1
b:
  - x
  - c: true
    "d/e":
      f~g: null
)";

constexpr std::string_view kJson = R"( {
  "a": 1,
  "b": ["x", {"c": true,
    "d\/e" : {"f~g": null}}]
})";

TEST(Positions, InYamlAreThoseOfKeysAndItems) {
    EXPECT_THAT(parse_yaml(kYaml, "f")->positions.all(),
                ElementsAre(Pair("", SourcePosition{2, 1}),
                            Pair("/a", SourcePosition{2, 1}),
                            Pair("/b", SourcePosition{3, 1}),
                            Pair("/b/0", SourcePosition{4, 5}),
                            Pair("/b/1", SourcePosition{5, 5}),
                            Pair("/b/1/c", SourcePosition{5, 5}),
                            Pair("/b/1/d~1e", SourcePosition{6, 5}),
                            Pair("/b/1/d~1e/f~0g", SourcePosition{7, 7})));
}

TEST(Positions, InJsonAreThoseOfKeysAndItems) {
    EXPECT_THAT(parse_json_document(kJson, "f")->positions.all(),
                ElementsAre(Pair("", SourcePosition{1, 2}),
                            Pair("/a", SourcePosition{2, 3}),
                            Pair("/b", SourcePosition{3, 3}),
                            Pair("/b/0", SourcePosition{3, 9}),
                            Pair("/b/1", SourcePosition{3, 14}),
                            Pair("/b/1/c", SourcePosition{3, 15}),
                            Pair("/b/1/d~1e", SourcePosition{4, 5}),
                            Pair("/b/1/d~1e/f~0g", SourcePosition{4, 15})));
}

TEST(Positions, OfJsonItemsAreThoseOfTheirFirstCharacters) {
    EXPECT_THAT(parse_json_document(R"([1,-2.5e3 ,"a\\\"",null,true,false,[],{},"",0])", "f")
                    ->positions.all(),
                ElementsAre(Pair("", SourcePosition{1, 1}),
                            Pair("/0", SourcePosition{1, 2}),
                            Pair("/1", SourcePosition{1, 4}),
                            Pair("/2", SourcePosition{1, 12}),
                            Pair("/3", SourcePosition{1, 20}),
                            Pair("/4", SourcePosition{1, 25}),
                            Pair("/5", SourcePosition{1, 30}),
                            Pair("/6", SourcePosition{1, 36}),
                            Pair("/7", SourcePosition{1, 39}),
                            Pair("/8", SourcePosition{1, 42}),
                            Pair("/9", SourcePosition{1, 45})));
    EXPECT_THAT(parse_json_document("\n  17", "f")->positions.all(),
                ElementsAre(Pair("", SourcePosition{2, 3})));
}

TEST(Where, NamesFileLineAndColumn) {
    const auto document = parse_yaml(kYaml, "f.yaml");
    EXPECT_EQ(document->where("/b/1/d~1e"), (SourceRef{"f.yaml", 6, 5}));
    EXPECT_EQ(document->where(""), (SourceRef{"f.yaml", 2, 1}));
}

TEST(Where, FallsBackToTheNearestAncestor) {
    const auto document = parse_yaml(kYaml, "f.yaml");
    EXPECT_EQ(document->where("/b/1/nope/deeper"), (SourceRef{"f.yaml", 5, 5}));
    EXPECT_EQ(document->where("/nope"), (SourceRef{"f.yaml", 2, 1}));
    EXPECT_EQ(document->where("no pointer"), (SourceRef{"f.yaml", 2, 1}));
}

TEST(Where, IsTheAliasForValuesThatItInserts) {
    const auto document = parse_yaml("a: &x {b: {c: 1}}\nd:\n  *x\n", "f.yaml");
    EXPECT_EQ(document->where("/d/b/c"), document->where("/d"));
    EXPECT_EQ(document->where("/d").line, 2);
}

TEST(Where, ReturnsAtLeastTheFile) {
    EXPECT_EQ((Document{"f.yaml", nullptr, {}}.where("/a/b")), (SourceRef{"f.yaml", 0, 0}));
}

TEST(ParseJsonDocument, MakesTheSameChecksAsParseJson) {
    EXPECT_THAT(parse_json_document(R"({"a": 1, "a": 2})", "f.json"),
                FailsWith("f.json:1:10: the key"));
    EXPECT_THAT(parse_json_document("\n1e999", "f.json"), FailsWith("f.json:2:1: the number"));
    EXPECT_THAT(parse_json_document("", "f.json"), IsErrorCode(ErrorCode::kSyntax));
    EXPECT_THAT(parse_json_document(std::string(65, '['), "f.json"),
                IsErrorCode(ErrorCode::kLimit));
}

TEST(ParseJsonDocument, ReadsTheSameValueAsParseJson) {
    RandomJson random(15);
    for (int i = 0; i < 200; ++i) {
        const Json value = random.value();
        ASSERT_EQ(*parse_json_document(to_text(value), "f")->root, value);
    }
}

class LoadDocument : public testing::Test {
  protected:
    [[nodiscard]] std::string write(const std::string& name, std::string_view text) const {
        const std::string path = folder_.path() + "/" + name;
        EXPECT_THAT(write_file(path, text), IsOk());
        return path;
    }

    TemporaryFolder folder_;
};

TEST_F(LoadDocument, ChoosesTheFormatByTheExtension) {
    const auto yaml = load_document(write("a.yaml", "a: abc"));
    const auto json = load_document(write("a.json", R"({"a": "abc"})"));
    ASSERT_THAT(yaml, IsOk());
    ASSERT_THAT(json, IsOk());
    EXPECT_EQ(*yaml->root, *json->root);
    EXPECT_EQ(yaml->file, folder_.path() + "/a.yaml");
    EXPECT_THAT(load_document(write("b.json", "a: abc")), IsErrorCode(ErrorCode::kSyntax));
    EXPECT_THAT(load_document(write("json", "a: abc")), IsOk());
}

TEST_F(LoadDocument, KeepsTheFingerprintOfTheText) {
    const auto document = load_document(write("a.yaml", "a: abc"));
    ASSERT_THAT(document, IsOk());
    EXPECT_EQ(document->fingerprint, fingerprint("a: abc"));
}

TEST_F(LoadDocument, NamesTheFileInItsErrors) {
    const std::string path = write("a.yaml", "a: yes");
    EXPECT_THAT(load_document(path), FailsWith(path + ":1:4: "));
    EXPECT_THAT(load_document(folder_.path() + "/none.yaml"), IsErrorCode(ErrorCode::kNotFound));
}

}  // namespace
}  // namespace plumbline
