#include "spec/json/document/source_map.hpp"

#include "spec/base/row_name.hpp"
#include "spec/base/testing.hpp"
#include "spec/json/document.hpp"
#include "spec/json/random_json_fixture.hpp"
#include "spec/json/testing.hpp"

namespace plumbline {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;
using testing::Pointee;

TEST(SourceMap, FindsWhatWasAddedInAnyOrder) {
    SourceMap::Builder builder;
    builder.add("/b", {3, 1});
    builder.add("", {1, 1});
    builder.add("/a/0", {2, 2});
    const SourceMap map = builder.take();
    EXPECT_THAT(map.find("/b"), Pointee(SourcePosition{3, 1}));
    EXPECT_THAT(map.find(""), Pointee(SourcePosition{1, 1}));
    EXPECT_EQ(map.find("/a"), nullptr);
    EXPECT_EQ(map.find("/c"), nullptr);
    EXPECT_THAT(map.all(),
                ElementsAre(Pair("", SourcePosition{1, 1}),
                            Pair("/a/0", SourcePosition{2, 2}),
                            Pair("/b", SourcePosition{3, 1})));
}

TEST(SourceMap, KeepsTheFirstOfTwo) {
    SourceMap::Builder builder;
    builder.add("/b", {1, 1});
    builder.add("/a", {2, 1});
    builder.add("/b", {3, 1});
    EXPECT_THAT(builder.take().find("/b"), Pointee(SourcePosition{1, 1}));
}

TEST(SourceMap, CanExtendAnother) {
    SourceMap::Builder first;
    first.add("/b", {1, 1});
    SourceMap::Builder second(first.take());
    second.add("/a", {2, 1});
    EXPECT_THAT(second.take().all(),
                ElementsAre(Pair("/a", SourcePosition{2, 1}), Pair("/b", SourcePosition{1, 1})));
}

TEST(SourceMap, IsEmptyWithoutEntries) {
    SourceMap::Builder builder;
    const SourceMap map = builder.take();
    EXPECT_EQ(map.find(""), nullptr);
    EXPECT_THAT(map.all(), IsEmpty());
}

TEST(SourceMap, OwnsItsTextsWhenCopied) {
    SourceMap copy;
    {
        SourceMap::Builder builder;
        builder.add("/a pointer that is longer than what a string holds in itself", {1, 2});
        const SourceMap map = builder.take();
        copy = map;
    }
    EXPECT_THAT(copy.find("/a pointer that is longer than what a string holds in itself"),
                Pointee(SourcePosition{1, 2}));
}

TEST(PositionsText, ReadsBackAsTheSamePositions) {
    const SourceMap positions = parse_yaml("a: {b/c: [1, x]}\nd: 2\n", "f")->positions;
    const auto read = parse_positions(positions_text(positions));
    ASSERT_THAT(read, IsOk());
    EXPECT_EQ(read->all(), positions.all());
}

TEST(PositionsText, ReadsBackForAnyKeys) {
    RandomJson random(8);
    for (int i = 0; i < 300; ++i) {
        const SourceMap positions =
            parse_json_document(to_pretty_text(random.value()), "f")->positions;
        const auto read = parse_positions(positions_text(positions));
        ASSERT_THAT(read, IsOk());
        ASSERT_EQ(read->all(), positions.all());
    }
}

TEST(PositionsText, RepeatsNoSharedPath) {
    EXPECT_EQ(positions_text(parse_json_document(R"({"abc": [1, 2]})", "f")->positions),
              "1 1 0 \n1 2 0 /abc\n1 10 4 /0\n1 13 5 1\n");
}

TEST(PositionsText, IsEmptyWithoutEntries) {
    EXPECT_EQ(positions_text({}), "");
    EXPECT_THAT(parse_positions("")->all(), IsEmpty());
}

class InvalidPositions : public testing::TestWithParam<std::string_view> {};

TEST_P(InvalidPositions, AreRefusedWithTheirLine) {
    EXPECT_THAT(parse_positions(GetParam()), IsErrorCode(ErrorCode::kSyntax));
    EXPECT_THAT(parse_positions(GetParam()),
                FailsWith("line 2, column 1: invalid position record"));
}

INSTANTIATE_TEST_SUITE_P(Table,
                         InvalidPositions,
                         testing::Values("1 1 0 \n\n",
                                         "1 1 0 \nx 1 0 /a\n",
                                         "1 1 0 \n1 1\n",
                                         "1 1 0 \n1 1 0",
                                         "1 1 0 /a\n1 1 9 /b\n",
                                         "1 1 0 \n1 1 -1 /a\n",
                                         "1 1 0 \n99999999999 1 0 /a\n"),
                         RowName());

}  // namespace
}  // namespace plumbline
