#include "conformance/deviations/read_entries.hpp"

#include "spec/base/file.hpp"
#include "spec/base/row_name.hpp"
#include "spec/base/temporary_folder.hpp"
#include "spec/base/testing.hpp"
#include "spec/base/time_text.hpp"

#include <gmock/gmock.h>

#include <filesystem>

namespace plumbline::deviations {
namespace {

using testing::IsEmpty;
using testing::SizeIs;

const std::string kWhole = R"(# why
- requirement: R-1
  code: status
  scenario: 'a/*'
  reason: it is old
  issue: https://issues.example/1
  owner: us
  until: '2027-02-28'
  scope: staging*
- {code: schema, reason: it is new}
)";

TEST(ReadEntries, ReadsEveryMemberWithItsPosition) {
    const auto entries = parse_entries(kWhole, "d.yaml");
    ASSERT_THAT(entries, IsOk());
    ASSERT_THAT(*entries, SizeIs(2));
    const WrittenEntry& first = entries->front();
    const reports::DeviationEntry expected{"R-1",
                                           "a/*",
                                           "status",
                                           "it is old",
                                           "https://issues.example/1",
                                           "us",
                                           "2027-02-28",
                                           "staging*",
                                           {"d.yaml", 2, 3}};
    EXPECT_EQ(first.entry, expected);
    EXPECT_EQ(first.requirement_at, (SourceRef{"d.yaml", 2, 3}));
    EXPECT_EQ(first.code_at, (SourceRef{"d.yaml", 3, 3}));
    EXPECT_EQ(first.scenario_at, (SourceRef{"d.yaml", 4, 3}));
    EXPECT_EQ(entries->back().entry.where, (SourceRef{"d.yaml", 10, 3}));
}

TEST(ReadEntries, ReadsJson) {
    const auto entries = parse_entries(R"([{"code": "schema", "reason": "r"}])", "d.json");
    ASSERT_THAT(entries, IsOk());
    EXPECT_THAT(*entries, SizeIs(1));
}

TEST(ReadEntries, FindsNoneInAnEmptyFile) {
    for (const char* text : {"", "# only\r\n\n  # comments\n", "---\n", "[]\n"}) {
        const auto entries = parse_entries(text, "d.yaml");
        ASSERT_THAT(entries, IsOk()) << text;
        EXPECT_THAT(*entries, IsEmpty());
    }
}

struct InvalidEntry {
    std::string_view name;
    std::string_view text;
    std::string_view message;
};
void PrintTo(const InvalidEntry& row, std::ostream* out) {
    *out << row.name;
}
class InvalidEntries : public testing::TestWithParam<InvalidEntry> {};

TEST_P(InvalidEntries, AreRefusedWithTheirPosition) {
    const auto entries = parse_entries(GetParam().text, "d.yaml");
    EXPECT_THAT(entries, FailsWith(GetParam().message));
}

INSTANTIATE_TEST_SUITE_P(
    Each,
    InvalidEntries,
    testing::Values(
        InvalidEntry{"no_list", "deviations: []\n", "d.yaml:1:1: "},
        InvalidEntry{"no_object", "- R-1\n", "d.yaml:1:3: /0: "},
        InvalidEntry{"no_reason", "- code: schema\n", "d.yaml:1:3: /0: "},
        InvalidEntry{"blank_reason", "- code: schema\n  reason: ' '\n", "d.yaml:2:3: /0/reason"},
        InvalidEntry{
            "no_matcher",
            "- reason: r\n  owner: o\n",
            "d.yaml:1:3: the entry covers nothing: it needs a requirement, a scenario or a "
            "code"},
        InvalidEntry{"unknown_member",
                     "- code: schema\n  reason: r\n  untill: '2027-01-01'\n",
                     "d.yaml:1:3: \"untill\" is no member of an entry; did you mean until?"},
        InvalidEntry{
            "issue", "- code: schema\n  reason: r\n  issue: '12'\n", "d.yaml:3:3: /0/issue"},
        InvalidEntry{"no_calendar_day",
                     "- code: schema\n  reason: r\n  until: '2026-02-30'\n",
                     "d.yaml:3:3: until: found \"2026-02-30\", expected a day of the calendar"},
        InvalidEntry{"time",
                     "- code: schema\n  reason: r\n  until: '2026-02-03T00:00:00Z'\n",
                     "d.yaml:3:3: until: found"},
        InvalidEntry{"unquoted_day",
                     "- code: schema\n  reason: r\n  until: 2026-02-03\n",
                     "d.yaml:3:10: YAML parsers disagree on what 2026-02-03 is; quote it"},
        InvalidEntry{
            "second_entry", "- {code: json, reason: r}\n- {code: json}\n", "d.yaml:2:3: /1"}),
    RowName());

class EntriesOfAProfile : public testing::Test {
  protected:
    EntriesOfAProfile() { std::filesystem::create_directories(folder_ + "/sub"); }

    Result<WrittenEntries> read(const std::string& text) {
        const auto document = parse_yaml(text, folder_ + "/profile.yaml");
        EXPECT_THAT(document, IsOk());
        return entries_at(*document, "/deviations");
    }

    TemporaryFolder own_folder_;
    std::string folder_ = own_folder_.path();
};

TEST_F(EntriesOfAProfile, AreInlineOrInFilesBesideIt) {
    ASSERT_THAT(write_file(folder_ + "/sub/more.yaml", "- {code: json, reason: of the file}\n"),
                IsOk());
    const auto entries =
        read("deviations:\n  - {code: schema, reason: inline}\n  - sub/more.yaml\n");
    ASSERT_THAT(entries, IsOk());
    ASSERT_THAT(*entries, SizeIs(2));
    EXPECT_EQ(entries->at(0).entry.where, (SourceRef{folder_ + "/profile.yaml", 2, 5}));
    EXPECT_EQ(entries->at(1).entry.reason, "of the file");
    EXPECT_EQ(entries->at(1).entry.where, (SourceRef{folder_ + "/sub/more.yaml", 1, 3}));
}

TEST_F(EntriesOfAProfile, AreNoneWithoutTheMember) {
    const auto entries = read("title: t\n");
    ASSERT_THAT(entries, IsOk());
    EXPECT_THAT(*entries, IsEmpty());
}

TEST_F(EntriesOfAProfile, NameAMissingFileWithItsPosition) {
    EXPECT_THAT(read("title: t\ndeviations: [none.yaml]\n"), FailsWith("profile.yaml:2:14: "));
}

TEST_F(EntriesOfAProfile, KeepThePositionInTheFile) {
    ASSERT_THAT(write_file(folder_ + "/bad.yaml", "- {code: json}\n"), IsOk());
    EXPECT_THAT(read("deviations: [bad.yaml]\n"), FailsWith("bad.yaml:1:3: /0"));
}

TEST(DayOf, IsTheDayInUtc) {
    const auto time = parse_instant("2026-12-31T23:59:59Z");
    ASSERT_THAT(time, IsOk());
    EXPECT_EQ(day_of(*time), "2026-12-31");
}

}  // namespace
}  // namespace plumbline::deviations
