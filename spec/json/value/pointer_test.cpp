#include "spec/json/pointer.hpp"

#include "spec/base/row_name.hpp"
#include "spec/base/testing.hpp"
#include "spec/json/testing.hpp"

#include <ostream>

namespace plumbline {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::IsNull;
using testing::Pointee;

JsonPointer at(std::string_view text) {
    return *JsonPointer::parse(text);
}

TEST(JsonPointer, ReadsItsTokens) {
    EXPECT_THAT(at("").tokens(), IsEmpty());
    EXPECT_THAT(at("/").tokens(), ElementsAre(""));
    EXPECT_THAT(at("/a/0/b").tokens(), ElementsAre("a", "0", "b"));
    EXPECT_THAT(at("/~0~1/~01//").tokens(), ElementsAre("~/", "~1", "", ""));
}

class InvalidPointer : public testing::TestWithParam<std::string_view> {};

TEST_P(InvalidPointer, IsRefused) {
    EXPECT_THAT(JsonPointer::parse(GetParam()), IsErrorCode(ErrorCode::kSyntax));
    EXPECT_THAT(JsonPointer::parse(GetParam()), FailsWith('"' + std::string(GetParam()) + '"'));
}

INSTANTIATE_TEST_SUITE_P(Table,
                         InvalidPointer,
                         testing::Values("a", "#/a", " /a", "/~", "/a~2", "/~/b"),
                         RowName());

TEST(JsonPointer, WritesWhatItRead) {
    for (const std::string_view text : {"", "/", "/a/0", "/~0~1/~01//", "/paths/~1v2~1x"}) {
        EXPECT_EQ(at(text).to_text(), text);
    }
}

TEST(JsonPointer, ChildIsOneTokenLonger) {
    EXPECT_EQ(at("/a").child("x/y").to_text(), "/a/x~1y");
    EXPECT_EQ(JsonPointer().child("a"), at("/a"));
}

/// The example document of RFC 6901, section 5.
const std::string kExample =
    R"({"foo": ["bar", "baz"], "": 0, "a/b": 1, "c%d": 2, "e^f": 3, "g|h": 4,
    "i\\j": 5, "k\"l": 6, " ": 7, "m~n": 8})";

struct FindCase {
    std::string_view pointer;
    std::string value;
};

void PrintTo(const FindCase& row, std::ostream* out) {
    *out << row.pointer;
}

class Find : public testing::TestWithParam<FindCase> {};

TEST_P(Find, LeadsToTheValue) {
    const Json document = json_of(kExample);
    EXPECT_THAT(find(document, GetParam().pointer), Pointee(EqualsJson(GetParam().value)));
    EXPECT_THAT(find(document, at(GetParam().pointer)), Pointee(EqualsJson(GetParam().value)));
}

INSTANTIATE_TEST_SUITE_P(Table,
                         Find,
                         testing::Values(FindCase{"", kExample},
                                         FindCase{"/foo", R"(["bar", "baz"])"},
                                         FindCase{"/foo/0", R"("bar")"},
                                         FindCase{"/", "0"},
                                         FindCase{"/a~1b", "1"},
                                         FindCase{"/c%d", "2"},
                                         FindCase{"/e^f", "3"},
                                         FindCase{"/g|h", "4"},
                                         FindCase{"/i\\j", "5"},
                                         FindCase{"/k\"l", "6"},
                                         FindCase{"/ ", "7"},
                                         FindCase{"/m~0n", "8"}),
                         RowName());

class FindNothing : public testing::TestWithParam<std::string_view> {};

TEST_P(FindNothing, ReturnsNull) {
    EXPECT_THAT(find(json_of(kExample), GetParam()), IsNull());
}

INSTANTIATE_TEST_SUITE_P(Table,
                         FindNothing,
                         testing::Values("/nope",
                                         "/foo/2",
                                         "/foo/-",
                                         "/foo/00",
                                         "/foo/01",
                                         "/foo/+1",
                                         "/foo/1x",
                                         "/foo/",
                                         "/foo/-1",
                                         "/foo/99999999999999999999999",
                                         "/foo/0/x",
                                         "no pointer"),
                         RowName());

struct SetCase {
    std::string_view name;
    std::string_view pointer;
    std::string after;
};

class SetAt : public testing::TestWithParam<SetCase> {};

TEST_P(SetAt, ChangesOnlyThatLocation) {
    Json document = json_of(R"({"a": [1, {"b": 2}]})");
    EXPECT_THAT(set_at(document, at(GetParam().pointer), Json("new")), IsOk());
    EXPECT_THAT(document, EqualsJson(GetParam().after));
}

INSTANTIATE_TEST_SUITE_P(
    Table,
    SetAt,
    testing::Values(SetCase{"Root", "", R"("new")"},
                    SetCase{"Member", "/a", R"({"a": "new"})"},
                    SetCase{"NewMember", "/c", R"({"a": [1, {"b": 2}], "c": "new"})"},
                    SetCase{"Item", "/a/0", R"({"a": ["new", {"b": 2}]})"},
                    SetCase{"Deep", "/a/1/b", R"({"a": [1, {"b": "new"}]})"},
                    SetCase{"Appended", "/a/-", R"({"a": [1, {"b": 2}, "new"]})"}),
    [](const auto& test) { return std::string(test.param.name); });

struct UnreachableCase {
    std::string_view name;
    std::string_view pointer;
    ErrorCode code;
    std::string_view says;
};

class Unreachable : public testing::TestWithParam<UnreachableCase> {};

TEST_P(Unreachable, IsNeitherSetNorRemoved) {
    const Json before = json_of(R"({"a": [1, {"b": 2}]})");
    Json document = before;
    const auto set = set_at(document, at(GetParam().pointer), Json("new"));
    EXPECT_THAT(set, IsErrorCode(GetParam().code));
    EXPECT_THAT(set, FailsWith(GetParam().says));
    const auto removed = remove_at(document, at(GetParam().pointer));
    EXPECT_THAT(removed, IsErrorCode(GetParam().code));
    EXPECT_THAT(removed, FailsWith(GetParam().says));
    EXPECT_EQ(document, before);
}

INSTANTIATE_TEST_SUITE_P(
    Table,
    Unreachable,
    testing::Values(
        UnreachableCase{
            "MissingParent", "/x/y/z", ErrorCode::kNotFound, "there is no /x in the object"},
        UnreachableCase{
            "MissingItem", "/a/2", ErrorCode::kNotFound, "there is no /a/2 in the array"},
        UnreachableCase{"NoIndex", "/a/one", ErrorCode::kNotFound, "there is no /a/one"},
        UnreachableCase{
            "DashInside", "/a/-/b", ErrorCode::kNotFound, "there is no /a/- in the array"},
        UnreachableCase{"ScalarParent", "/a/0/b", ErrorCode::kInvalid, "/a/0 is of type integer"}),
    [](const auto& test) { return std::string(test.param.name); });

TEST(SetAt, RefusesMembersOfAScalarRoot) {
    Json document = 1;
    EXPECT_THAT(set_at(document, at("/a"), Json()), FailsWith("the root is of type integer"));
}

TEST(RemoveAt, RemovesMembersAndItems) {
    Json document = json_of(R"({"a": [1, {"b": 2}, 3]})");
    EXPECT_THAT(remove_at(document, at("/a/0")), IsOk());
    EXPECT_THAT(document, EqualsJson(R"({"a": [{"b": 2}, 3]})"));
    EXPECT_THAT(remove_at(document, at("/a/0/b")), IsOk());
    EXPECT_THAT(remove_at(document, at("/a/1")), IsOk());
    EXPECT_THAT(document, EqualsJson(R"({"a": [{}]})"));
}

TEST(RemoveAt, RefusesMissingValuesAndTheRoot) {
    Json document = json_of(R"({"a": [1]})");
    EXPECT_THAT(remove_at(document, at("/b")), IsErrorCode(ErrorCode::kNotFound));
    EXPECT_THAT(remove_at(document, at("/a/-")), IsErrorCode(ErrorCode::kNotFound));
    EXPECT_THAT(remove_at(document, at("")), IsErrorCode(ErrorCode::kInvalid));
}

}  // namespace
}  // namespace plumbline
