#include "conformance/deviations/entry_file.hpp"

#include "conformance/deviations/read_entries.hpp"
#include "spec/base/row_name.hpp"
#include "spec/base/testing.hpp"

#include <gmock/gmock.h>

namespace plumbline::deviations {
namespace {

using reports::DeviationEntry;
using testing::StartsWith;

DeviationEntry example(std::string reason = "r") {
    DeviationEntry entry;
    entry.requirement = "R-9";
    entry.reason = std::move(reason);
    return entry;
}

constexpr const char* kAdded = "- requirement: 'R-9'\n  reason: 'r'\n";

const std::string kThree = R"(# of the file

- code: json       # one
  reason: one
  # inside one
  owner: us

# before two
- code: body
  reason: |
    two
      # text of two

# before three
- {code: status, reason: three}
# at the end
)";

TEST(YamlOf, WritesTheMembersThatAreSet) {
    DeviationEntry entry = example("it's\told");
    entry.scenario = "a/*";
    entry.until = "2027-01-01";
    EXPECT_EQ(yaml_of(entry),
              "- requirement: 'R-9'\n  scenario: 'a/*'\n  reason: \"it's\\told\"\n"
              "  until: '2027-01-01'\n");
}

class ReasonTexts : public testing::TestWithParam<std::string> {};

TEST_P(ReasonTexts, AreReadAsTheyWere) {
    const auto text = append_entries("", "d.yaml", {example(GetParam())});
    ASSERT_THAT(text, IsOk());
    const auto read = parse_entries(*text, "d.yaml");
    ASSERT_THAT(read, IsOk());
    EXPECT_EQ(read->at(0).entry.reason, GetParam());
}

INSTANTIATE_TEST_SUITE_P(
    Each,
    ReasonTexts,
    testing::Values(
        "it's", "a: b # c", "\"quoted\"", "two\nlines", "tab\t\\n", "- dash", "ü €", "yes", "{x}"));

TEST(AppendEntries, KeepsTheTextAndItsComments) {
    const auto text = append_entries(kThree, "d.yaml", {example(), example()});
    ASSERT_THAT(text, IsOk());
    EXPECT_EQ(*text, kThree + kAdded + kAdded);
}

TEST(AppendEntries, EndsTheLastLineFirst) {
    EXPECT_EQ(append_entries("- {code: json, reason: r}", "d.yaml", {example()}).value_or(""),
              std::string("- {code: json, reason: r}\n") + kAdded);
}

TEST(AppendEntries, UsesIndentationAndLineEndsOfTheFile) {
    EXPECT_EQ(
        append_entries("  - code: json\r\n    reason: r\r\n", "d.yaml", {example()}).value_or(""),
        "  - code: json\r\n    reason: r\r\n  - requirement: 'R-9'\r\n    reason: 'r'\r\n");
}

TEST(AppendEntries, ExtendsAFileOfComments) {
    EXPECT_EQ(append_entries("# none yet\n", "d.yaml", {example()}).value_or(""),
              std::string("# none yet\n") + kAdded);
}

struct RefusedFile {
    std::string_view name;
    std::string_view text;
    std::string_view message;
};
void PrintTo(const RefusedFile& row, std::ostream* out) {
    *out << row.name;
}
class RefusedFiles : public testing::TestWithParam<RefusedFile> {};

TEST_P(RefusedFiles, AreNotChanged) {
    EXPECT_THAT(append_entries(GetParam().text, "d.yaml", {example()}),
                FailsWith(GetParam().message));
}

INSTANTIATE_TEST_SUITE_P(
    Each,
    RefusedFiles,
    testing::Values(RefusedFile{"flow", "[{code: json, reason: r}]\n", "d.yaml:1:2: cannot change"},
                    RefusedFile{"json",
                                "[\n  {\"code\": \"json\", \"reason\": \"r\"}\n]\n",
                                "d.yaml:2:3: cannot change"},
                    RefusedFile{"empty_flow", "[]\n", "cannot change d.yaml without"},
                    RefusedFile{
                        "ended", "- {code: json, reason: r}\n...\n", "cannot change d.yaml"},
                    RefusedFile{"invalid", "- {code: json}\n", "d.yaml:1:3: /0"}),
    RowName());

std::string removed(std::string_view text, const std::vector<std::size_t>& indexes) {
    auto left = remove_entries(text, "d.yaml", indexes);
    return left ? *left : to_text(left.error());
}

TEST(RemoveEntries, KeepsEverythingElse) {
    EXPECT_EQ(removed(kThree, {0}), R"(# of the file


# before two
- code: body
  reason: |
    two
      # text of two

# before three
- {code: status, reason: three}
# at the end
)");
    EXPECT_EQ(removed(kThree, {1}), R"(# of the file

- code: json       # one
  reason: one
  # inside one
  owner: us

# before two

# before three
- {code: status, reason: three}
# at the end
)");
    EXPECT_EQ(removed(kThree, {}), kThree);
}

TEST(RemoveEntries, LeavesAFileOfComments) {
    const std::string left = removed(kThree, {0, 1, 2});
    EXPECT_EQ(left, "# of the file\n\n\n# before two\n\n# before three\n# at the end\n");
    EXPECT_THAT(parse_entries(left, "d.yaml"), IsOk());
}

TEST(RemoveEntries, RemovesAnItemWhoseDashIsAlone) {
    EXPECT_EQ(removed("-\n  code: json\n  reason: r\n- # c\n  code: body\n  reason: r\n", {0}),
              "- # c\n  code: body\n  reason: r\n");
}

TEST(RemoveEntries, KeepsOtherLineEnds) {
    EXPECT_EQ(removed("- code: json\r\n  reason: r\r\n- code: body\r\n  reason: r\r\n", {0}),
              "- code: body\r\n  reason: r\r\n");
}

TEST(RemoveEntries, RefusesToRemoveWhatAnotherEntryNeeds) {
    EXPECT_THAT(
        removed("- code: json\n  reason: &why r\n- code: body\n  reason: *why\n", {0}),
        StartsWith("cannot change d.yaml without changing other entries; change it by hand"));
}

}  // namespace
}  // namespace plumbline::deviations
