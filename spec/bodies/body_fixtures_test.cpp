// The files of fixtures/bodies: how lines expand, what is refused, and how many there are.

#include "spec/bodies/body_fixtures.hpp"

#include "spec/base/file.hpp"
#include "spec/base/temporary_folder.hpp"
#include "spec/base/testing.hpp"
#include "spec/json/testing.hpp"

#include <gmock/gmock.h>

#include <filesystem>
#include <unistd.h>

namespace plumbline {
namespace {

using testing::ElementsAre;
using testing::Field;
using testing::Ge;
using testing::Pointee;
using testing::SizeIs;

constexpr const char* kBaseFile = R"(
issued: {upload: [a]}
bases:
  create:
    plain: {hosting: cloud, body: {name: agent, size: {cpu: 1}}}
    labelled: {base: plain, body: {name: null, labels: [a]}}
  patch:
    plain: {hosting: cloud, body: {}, record: {name: old, size: null}}
    renamed: {base: plain, record: {name: new}}
)";

/// Writes a folder of bodies and removes it at the end.
class BodyFolder {
  public:
    explicit BodyFolder(const std::string& cases, const std::string& bases = kBaseFile) {
        EXPECT_THAT(write_file(folder_.path() + "/bases.yaml", bases), IsOk());
        EXPECT_THAT(write_file(folder_.path() + "/cases.yaml", cases), IsOk());
    }

    [[nodiscard]] Result<BodyFixtures> load() const { return load_body_fixtures(folder_.path()); }

  private:
    TemporaryFolder folder_;
};

std::string create_lines(const std::string& lines) {
    return "operations: [create]\nbase: plain\ncases:\n  limit:\n" + lines;
}

TEST(BodyFixtures, SetAValueThatIsAcceptedAndOneThatIsRefused) {
    const BodyFolder folder(create_lines("    - {set: /size/cpu, accepted: 2, refused: 9}\n"));
    const auto read = folder.load();
    ASSERT_THAT(read, IsOk());
    ASSERT_THAT(read->accepted, SizeIs(1));
    EXPECT_THAT(*read->accepted[0].body, EqualsJson(R"({"name": "agent", "size": {"cpu": 2}})"));
    EXPECT_EQ(read->accepted[0].violates, "");
    EXPECT_EQ(read->accepted[0].status, 201);
    ASSERT_THAT(read->refused, SizeIs(1));
    EXPECT_THAT(*read->refused[0].body, EqualsJson(R"({"name": "agent", "size": {"cpu": 9}})"));
    EXPECT_EQ(read->refused[0].violates, "limit:/size/cpu");
    EXPECT_EQ(read->refused[0].status, 422);
    EXPECT_EQ(read->refused[0].record, nullptr);
}

TEST(BodyFixtures, CreateMissingParents) {
    const BodyFolder folder(create_lines("    - {set: /list/0/name, accepted: x}\n"));
    const auto read = folder.load();
    ASSERT_THAT(read, IsOk());
    EXPECT_THAT(*read->accepted.at(0).body,
                EqualsJson(R"({"name": "agent", "size": {"cpu": 1}, "list": [{"name": "x"}]})"));
}

TEST(BodyFixtures, AppendToAnArray) {
    const BodyFolder folder(create_lines("    - {base: labelled, set: /labels/1, accepted: b}\n"));
    const auto read = folder.load();
    ASSERT_THAT(read, IsOk());
    EXPECT_THAT(*read->accepted.at(0).body,
                EqualsJson(R"({"size": {"cpu": 1}, "labels": ["a", "b"]})"));
}

TEST(BodyFixtures, ReplaceTheWholeBody) {
    const BodyFolder folder(create_lines("    - {set: \"\", refused: []}\n"));
    const auto read = folder.load();
    ASSERT_THAT(read, IsOk());
    EXPECT_THAT(*read->refused.at(0).body, EqualsJson("[]"));
    EXPECT_EQ(read->refused.at(0).violates, "limit:");
}

TEST(BodyFixtures, ReportARemovedMemberWhereTheRuleDoes) {
    const BodyFolder folder(
        "operations: [create]\nbase: plain\nwithin: /size\ncases:\n"
        "  needed: [{remove: /cpu}]\n"
        "  schema:required: [{remove: /cpu, status: 400}]\n");
    const auto read = folder.load();
    ASSERT_THAT(read, IsOk());
    EXPECT_THAT(read->refused,
                ElementsAre(Field(&BodyFixture::violates, "needed:/size/cpu"),
                            Field(&BodyFixture::violates, "schema:required:/size")));
    EXPECT_EQ(read->refused[1].status, 400);
}

TEST(BodyFixtures, UseABaseAsItIs) {
    const BodyFolder folder(
        create_lines("    - {base: plain}\n    - {hosting: self_hosted, violates: limit}\n"));
    const auto read = folder.load();
    ASSERT_THAT(read, IsOk());
    EXPECT_EQ(read->accepted.at(0).hosting, "cloud");
    EXPECT_EQ(read->refused.at(0).hosting, "self_hosted");
    EXPECT_EQ(read->refused.at(0).violates, "limit");
}

TEST(BodyFixtures, ApplyToEachOperation) {
    const BodyFolder folder(
        "operations: [create, patch]\nbase: plain\ncases: {limit: [{set: /name, accepted: x}]}\n");
    const auto read = folder.load();
    ASSERT_THAT(read, IsOk());
    ASSERT_THAT(read->accepted,
                ElementsAre(Field(&BodyFixture::operation, "create"),
                            Field(&BodyFixture::operation, "patch")));
    EXPECT_THAT(read->accepted[1].name, testing::EndsWith("cases.yaml:3:17: patch"));
    EXPECT_THAT(*read->accepted[1].body, EqualsJson(R"({"name": "x"})"));
    EXPECT_EQ(read->accepted[1].status, 200);
    EXPECT_THAT(read->bases.at("patch/renamed").record,
                Pointee(EqualsJson(R"({"name": "new", "size": null})")));
}

struct WrongFile {
    const char* name;
    std::string cases;
    const char* error;
};

class WrongBodyFiles : public testing::TestWithParam<WrongFile> {};

TEST_P(WrongBodyFiles, FailWithPositionAndFix) {
    const BodyFolder folder(GetParam().cases);
    EXPECT_THAT(folder.load(), FailsWith(GetParam().error));
}

INSTANTIATE_TEST_SUITE_P(
    BodyFixtures,
    WrongBodyFiles,
    testing::Values(
        WrongFile{"NoOperations", "cases: {}\n", "cases.yaml:1:1: \"operations\""},
        WrongFile{"UnknownKeyOfTheFile",
                  "operations: [create]\ncaess: {}\n",
                  "unknown member \"caess\"; did you mean \"cases\"?"},
        WrongFile{
            "NoList", "operations: [create]\ncases: {limit: x}\n", "2:9: expected a list of lines"},
        WrongFile{"UnknownMember",
                  create_lines("    - {set: /name, refuse: x}\n"),
                  "cases.yaml:5:7: unknown member \"refuse\"; did you mean \"refused\"?"},
        WrongFile{
            "NoObject", create_lines("    - x\n"), "5:7: expected an object with the members"},
        WrongFile{"UnknownBase",
                  create_lines("    - {base: plan}\n"),
                  "cases.yaml:5:7: create has no base \"plan\"; did you mean \"create/plain\"?"},
        WrongFile{"NoValue",
                  create_lines("    - {set: /name}\n"),
                  "cases.yaml:5:7: `set` without a value: add `accepted: VALUE`, `refused: VALUE` "
                  "or both"},
        WrongFile{"NoPlace",
                  create_lines("    - {refused: 1}\n"),
                  "a value without a place: add `set: POINTER`"},
        WrongFile{"TwoEdits",
                  create_lines("    - {set: /name, refused: 1, remove: /size}\n"),
                  "a line has one edit"},
        WrongFile{"NoChange",
                  create_lines("    - {set: /name, refused: agent}\n"),
                  "5:7: the refused request equals its base"},
        WrongFile{"NothingToRemove",
                  create_lines("    - {remove: /nam}\n"),
                  "5:7: there is no /nam in the object above it"},
        WrongFile{"NoPointer",
                  create_lines("    - {set: name, refused: 1}\n"),
                  "5:7: \"name\" is not a JSON pointer"},
        WrongFile{"NoContainer",
                  create_lines("    - {set: /name/x, refused: 1}\n"),
                  "5:7: cannot reach /name/x"}),
    [](const auto& row) { return std::string(row.param.name); });

struct WrongBase {
    const char* name;
    const char* bases;
    const char* error;
};

class WrongBaseFiles : public testing::TestWithParam<WrongBase> {};

TEST_P(WrongBaseFiles, FailWithPositionAndFix) {
    const BodyFolder folder("operations: [create]\n", GetParam().bases);
    EXPECT_THAT(folder.load(), FailsWith(GetParam().error));
}

INSTANTIATE_TEST_SUITE_P(
    BodyFixtures,
    WrongBaseFiles,
    testing::Values(
        WrongBase{"UnknownBase",
                  "bases: {create: {a: {base: c}, b: {hosting: cloud, body: {}}}}\n",
                  "bases.yaml:1:22: no base \"c\""},
        WrongBase{
            "Loop", "bases: {create: {a: {base: b}, b: {base: a}}}\n", "its base leads back to it"},
        WrongBase{"NoHosting", "bases: {create: {a: {body: {}}}}\n", "\"hosting\""},
        WrongBase{"NoBody", "bases: {create: {a: {hosting: cloud}}}\n", "needs a `body`"},
        WrongBase{"UnknownMember",
                  "bases: {create: {a: {hosts: cloud, body: {}}}}\n",
                  "unknown member \"hosts\""}),
    [](const auto& row) { return std::string(row.param.name); });

TEST(BodyFixtures, NeedTheirFolder) {
    EXPECT_THAT(load_body_fixtures("no/such/folder"), FailsWith("no/such/folder/bases.yaml"));
}

// A reader that finds nothing would let every test of the bodies pass.
TEST(BodyFixtures, AreAsManyAsEver) {
    const auto fixtures = load_body_fixtures("fixtures/bodies");
    ASSERT_THAT(fixtures, IsOk());
    EXPECT_THAT(fixtures->accepted, SizeIs(Ge(225U)));
    EXPECT_THAT(fixtures->refused, SizeIs(Ge(187U)));
    EXPECT_THAT(fixtures->bases, SizeIs(Ge(20U)));
}

}  // namespace
}  // namespace plumbline
