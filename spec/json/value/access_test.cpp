#include "spec/json/access.hpp"

#include "spec/base/testing.hpp"
#include "spec/json/testing.hpp"

namespace plumbline {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::IsNull;
using testing::Pointee;

const Json& sample() {
    static const Json kSample = json_of(R"({"text": "abc", "whole": -3, "real": 4.0, "half": 0.5,
        "huge": 18446744073709551615, "wide": 1e300, "yes": true, "none": null, "names": ["a", "b"],
        "mixed": ["a", 1], "empty": []})");
    return kSample;
}

TEST(Member, IsNullIfAbsent) {
    EXPECT_THAT(member(sample(), "text"), Pointee(EqualsJson(R"("abc")")));
    EXPECT_THAT(member(sample(), "none"), Pointee(EqualsJson("null")));
    EXPECT_THAT(member(sample(), "nope"), IsNull());
    EXPECT_THAT(member(Json::array({1}), "0"), IsNull());
    EXPECT_THAT(member(Json(), ""), IsNull());
}

TEST(RequiredMember, IsReturnedInItsType) {
    EXPECT_EQ(string_member(sample(), "text"), "abc");
    EXPECT_EQ(integer_member(sample(), "whole"), -3);
    EXPECT_EQ(integer_member(sample(), "real"), 4);
    EXPECT_EQ(bool_member(sample(), "yes"), true);
    EXPECT_THAT(*strings_member(sample(), "names"), ElementsAre("a", "b"));
    EXPECT_THAT(*strings_member(sample(), "empty"), IsEmpty());
}

TEST(RequiredMember, ReportsBothTypesForAnotherType) {
    EXPECT_THAT(string_member(sample(), "whole"), IsErrorCode(ErrorCode::kInvalid));
    EXPECT_THAT(string_member(sample(), "whole"),
                FailsWith("\"whole\" is integer -3; expected a string"));
    EXPECT_THAT(string_member(sample(), "none"), FailsWith("\"none\" is null"));
    EXPECT_THAT(integer_member(sample(), "half"),
                FailsWith("\"half\" is number 0.5; expected an integer"));
    EXPECT_THAT(integer_member(sample(), "text"), FailsWith("expected an integer"));
    EXPECT_THAT(bool_member(sample(), "text"), FailsWith("expected true or false"));
    EXPECT_THAT(strings_member(sample(), "mixed"), FailsWith("expected an array of strings"));
    EXPECT_THAT(strings_member(sample(), "text"), FailsWith("expected an array of strings"));
}

TEST(RequiredMember, ReportsAMissingKey) {
    EXPECT_THAT(string_member(sample(), "nope"),
                FailsWith("\"nope\" is missing; expected a string"));
    EXPECT_THAT(integer_member(Json::array(), "nope"),
                FailsWith("expected an object with \"nope\""));
    EXPECT_THAT(integer_member(Json::array(), "nope"), IsErrorCode(ErrorCode::kInvalid));
}

TEST(RequiredMember, RefusesIntegersThatDoNotFit) {
    EXPECT_THAT(integer_member(sample(), "huge"), IsErrorCode(ErrorCode::kInvalid));
    EXPECT_THAT(integer_member(sample(), "wide"), IsErrorCode(ErrorCode::kInvalid));
}

TEST(OptionalMember, IsReturnedOrHasItsDefault) {
    EXPECT_EQ(string_or(sample(), "text", "z"), "abc");
    EXPECT_EQ(string_or(sample(), "whole", "z"), "z");
    EXPECT_EQ(string_or(sample(), "nope", "z"), "z");
    EXPECT_EQ(integer_or(sample(), "whole", 7), -3);
    EXPECT_EQ(integer_or(sample(), "text", 7), 7);
    EXPECT_EQ(bool_or(sample(), "yes", false), true);
    EXPECT_EQ(bool_or(sample(), "none", true), true);
    EXPECT_THAT(strings_or_empty(sample(), "names"), ElementsAre("a", "b"));
    EXPECT_THAT(strings_or_empty(sample(), "mixed"), IsEmpty());
    EXPECT_EQ(string_or(Json(), "text", "z"), "z");
}

TEST(AsString, ReadsOnlyStrings) {
    EXPECT_EQ(as_string(Json("a")), "a");
    EXPECT_EQ(as_string(Json(1)), std::nullopt);
}

}  // namespace
}  // namespace plumbline
