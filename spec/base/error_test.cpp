#include "spec/base/error.hpp"

#include "spec/base/check.hpp"
#include "spec/base/secret.hpp"
#include "spec/base/testing.hpp"

namespace plumbline {
namespace {

struct SourceRefCase {
    std::string_view name;
    SourceRef where;
    std::string_view text;
};

class SourceRefText : public testing::TestWithParam<SourceRefCase> {};

TEST_P(SourceRefText, OmitsUnknownParts) {
    EXPECT_EQ(to_text(GetParam().where), GetParam().text);
}

INSTANTIATE_TEST_SUITE_P(Table,
                         SourceRefText,
                         testing::Values(SourceRefCase{"Full", {"a.yaml", 3, 7}, "a.yaml:3:7"},
                                         SourceRefCase{"NoColumn", {"a.yaml", 3, 0}, "a.yaml:3"},
                                         SourceRefCase{"NoLine", {"a.yaml", 0, 7}, "a.yaml"},
                                         SourceRefCase{"NoFile", {"", 3, 7}, "line 3, column 7"},
                                         SourceRefCase{"OnlyLine", {"", 3, 0}, "line 3"},
                                         SourceRefCase{"Nothing", {}, ""}),
                         [](const auto& test) { return std::string(test.param.name); });

TEST(Error, TextHasPositionMessageAndEachNoteOnItsOwnLine) {
    const Error error{ErrorCode::kInvalid, "bad \"x\"", {"a.yaml", 3, 7}, {"first", "second"}};
    EXPECT_EQ(to_text(error), "a.yaml:3:7: bad \"x\"\n  first\n  second");
}

TEST(Error, TextWithoutPositionIsTheMessage) {
    EXPECT_EQ(to_text(Error{ErrorCode::kIo, "cannot read", {}, {}}), "cannot read");
}

TEST(ErrorCode, HasADistinctNameForEveryCode) {
    std::vector<std::string> names;
    for (int code = 0; code <= static_cast<int>(ErrorCode::kTimeout); ++code) {
        names.emplace_back(to_text(static_cast<ErrorCode>(code)));
    }
    EXPECT_THAT(names,
                testing::ElementsAre("usage",
                                     "syntax",
                                     "invalid",
                                     "unsupported",
                                     "limit",
                                     "not_found",
                                     "unresolved",
                                     "io",
                                     "unreachable",
                                     "timeout"));
}

TEST(Fail, MakesAResultOfAnyType) {
    const Result<int> number = fail(ErrorCode::kLimit, "too many", {"f", 1, 2}, {"fewer"});
    EXPECT_EQ(number.error(), (Error{ErrorCode::kLimit, "too many", {"f", 1, 2}, {"fewer"}}));
    const Result<std::string> passed_on = fail(number.error());
    EXPECT_EQ(passed_on.error(), number.error());
}

TEST(Matchers, DistinguishSuccessFromFailure) {
    const Result<int> good = 3;
    const Result<int> bad = fail(ErrorCode::kSyntax, "no number");
    EXPECT_THAT(good, IsOk());
    EXPECT_THAT(bad, testing::Not(IsOk()));
    EXPECT_THAT(bad, IsErrorCode(ErrorCode::kSyntax));
    EXPECT_THAT(bad, testing::Not(IsErrorCode(ErrorCode::kIo)));
    EXPECT_THAT(good, testing::Not(IsErrorCode(ErrorCode::kSyntax)));
    EXPECT_THAT(bad, FailsWith("number"));
    EXPECT_THAT(good, testing::Not(FailsWith("")));
}

TEST(CheckDeathTest, AbortsWithPositionConditionAndReason) {
    EXPECT_DEATH(PLUMBLINE_CHECK(1 > 2, "one is not more"),
                 "error_test.cpp:[0-9]+: broken invariant: 1 > 2 \\(one is not more\\)");
}

TEST(Check, AcceptsATrueCondition) {
    PLUMBLINE_CHECK(2 > 1, "two is more");
    SUCCEED();
}

TEST(Secret, ReturnsItsTextFromRevealOnly) {
    EXPECT_TRUE(Secret().empty());
    EXPECT_EQ(Secret("key").reveal(), "key");
    EXPECT_FALSE(Secret("key").empty());
}

}  // namespace
}  // namespace plumbline
