#include "spec/contract/ledger.hpp"

#include "spec/base/testing.hpp"

#include <gmock/gmock.h>

namespace plumbline {
namespace {

Result<Ledger> load_ledger_text(const std::string& rows) {
    auto document = parse_yaml("requirements:\n" + rows, "ledger.yaml");
    if (!document) return fail(document.error());
    return Ledger::load(*document);
}

const std::string kRow =
    "  - { id: A-1, area: a, section: Errors, statement: It holds, basis: stated, checkable: "
    "black_box }\n";

TEST(Ledger, KeepsTheOrderAndPositionsOfRows) {
    const auto ledger =
        load_ledger_text(kRow +
                         "  - { id: A-2, area: a, section: s, statement: t, basis: open, "
                         "checkable: 'no', reason: not observable }\n");
    ASSERT_THAT(ledger, IsOk());
    ASSERT_EQ(ledger->requirements.size(), 2U);
    EXPECT_EQ(ledger->requirements[0].id, "A-1");
    EXPECT_EQ(ledger->requirements[1].where.line, 3);
    EXPECT_EQ(ledger->requirements[1].basis, Basis::kOpen);
    EXPECT_EQ(ledger->requirements[1].checkable, Checkability::kNo);
    EXPECT_EQ(ledger->find("A-2")->reason, "not observable");
    EXPECT_EQ(ledger->find("A-3"), nullptr);
}

TEST(Ledger, KeepsTheValuesOfAContradiction) {
    const auto ledger = load_ledger_text(
        "  - { id: A-1, area: a, section: s, statement: t, basis: open, checkable: passive, "
        "contradiction: { values: ['45', '5'] } }\n");
    ASSERT_THAT(ledger, IsOk());
    EXPECT_THAT(ledger->requirements[0].contradiction, ::testing::ElementsAre("45", "5"));
}

TEST(Ledger, RowsAreStatedAndCheckableUnlessTheySayOtherwise) {
    const auto ledger = load_ledger_text("  - { id: A-1, area: a, statement: t }\n");
    ASSERT_THAT(ledger, IsOk());
    const Requirement& row = ledger->requirements[0];
    EXPECT_EQ(row.section, "");
    EXPECT_EQ(row.basis, Basis::kStated);
    EXPECT_EQ(row.checkable, Checkability::kBlackBox);
}

struct InvalidLedgerCase {
    const char* name;
    std::string rows;
    const char* message;
};

void PrintTo(const InvalidLedgerCase& one, std::ostream* out) {
    *out << one.name;
}

class InvalidLedger : public ::testing::TestWithParam<InvalidLedgerCase> {};

TEST_P(InvalidLedger, IsRejectedWithItsPosition) {
    EXPECT_THAT(load_ledger_text(GetParam().rows), FailsWith(GetParam().message));
}

INSTANTIATE_TEST_SUITE_P(
    Rows,
    InvalidLedger,
    ::testing::Values(
        InvalidLedgerCase{"twice", kRow + kRow, "ledger.yaml:3:5: the id A-1 is used twice"},
        InvalidLedgerCase{
            "unknown_member", "  - { id: A-1, bases: stated }\n", "unknown member \"bases\""},
        InvalidLedgerCase{"missing", "  - { id: A-1, area: a }\n", "needs the text \"statement\""},
        InvalidLedgerCase{"type",
                          "  - { id: A-1, area: a, statement: t, section: 1 }\n",
                          "ledger.yaml:2:39: expected a text, got 1"},
        InvalidLedgerCase{
            "basis",
            "  - { id: A-1, area: a, section: s, statement: t, basis: said, checkable: black_box "
            "}\n",
            "stated, implied, assumed or open"},
        InvalidLedgerCase{
            "checkable",
            "  - { id: A-1, area: a, section: s, statement: t, basis: stated, checkable: maybe }\n",
            "black_box, control, passive or no"},
        InvalidLedgerCase{
            "no_contradiction",
            "  - { id: A-1, area: a, section: s, statement: t, basis: open, checkable: "
            "passive, contradiction: { values: [45] } }\n",
            "two or more"},
        InvalidLedgerCase{
            "no_reason",
            "  - { id: A-1, area: a, section: s, statement: t, basis: stated, checkable: 'no' }\n",
            "give the reason"}),
    [](const auto& param) { return std::string(param.param.name); });

TEST(EmbeddedLedger, NamesTheSectionOfEachRow) {
    const auto ledger = load_ledger();
    ASSERT_THAT(ledger, IsOk());
    for (const Requirement& row : ledger->requirements) EXPECT_NE(row.section, "") << row.id;
}

}  // namespace
}  // namespace plumbline
