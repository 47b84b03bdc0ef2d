#include "spec/base/row_name.hpp"
#include "spec/sse/testing.hpp"

#include <gmock/gmock.h>

namespace plumbline::sse {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::vector<StreamWarning> warnings_of(const std::vector<std::string>& pieces) {
    std::vector<StreamWarning> warnings;
    Decoder decoder({.on_warning = [&](const StreamWarning& one) { warnings.push_back(one); }});
    EXPECT_THAT(decode_pieces(pieces, decoder), IsOk());
    return warnings;
}

struct WarningCase {
    const char* name;
    std::string bytes;
    StreamWarning warning;
};

void PrintTo(const WarningCase& one, std::ostream* out) {
    *out << one.name;
}

class SseWarning : public ::testing::TestWithParam<WarningCase> {};

TEST_P(SseWarning, NamesTheIrregularityAndItsOffset) {
    EXPECT_THAT(warnings_of({GetParam().bytes}), ElementsAre(GetParam().warning));
}

INSTANTIATE_TEST_SUITE_P(
    Kinds,
    SseWarning,
    ::testing::Values(
        WarningCase{"bom",
                    "\xEF\xBB\xBF"
                    "data: a\n\n",
                    {StreamWarning::StreamWarningType::kBom, 0, ""}},
        WarningCase{"bad_utf8",
                    "data: a\xFFz\n\n",
                    {StreamWarning::StreamWarningType::kBadUtf8, 7, "data: a\xEF\xBF\xBDz"}},
        WarningCase{"unknown_field",
                    "data: a\ndate: b\n\n",
                    {StreamWarning::StreamWarningType::kUnknownField, 8, "date: b"}},
        WarningCase{"bad_id",
                    std::string("id: 1\0\ndata: a\n\n", 16),
                    {StreamWarning::StreamWarningType::kBadId, 0, std::string("id: 1\0", 6)}},
        WarningCase{"bad_retry",
                    "retry: soon\ndata: a\n\n",
                    {StreamWarning::StreamWarningType::kBadRetry, 0, "retry: soon"}},
        WarningCase{"second_data",
                    "data: a\ndata: b\ndata: c\n\n",
                    {StreamWarning::StreamWarningType::kSecondData, 8, "data: b"}},
        WarningCase{"no_data", "event: a\n\n", {StreamWarning::StreamWarningType::kNoData, 0, ""}},
        WarningCase{
            "extra_blank", "data: a\n\n\n", {StreamWarning::StreamWarningType::kExtraBlank, 9, ""}},
        WarningCase{"unfinished",
                    "data: a\n\ndata: b\n",
                    {StreamWarning::StreamWarningType::kUnfinished, 9, ""}},
        WarningCase{"unfinished_line",
                    "data: a\n\nda",
                    {StreamWarning::StreamWarningType::kUnfinished, 9, ""}}),
    RowName());

TEST(SseWarnings, AreAbsentForAGoodStream) {
    EXPECT_THAT(
        warnings_of({": hello\n\nevent: a\ndata: {}\nid: 1\n\n: beat\nretry: 5\ndata: {}\n\n"}),
        IsEmpty());
}

TEST(SseWarnings, AreTheSameForEverySplit) {
    const std::string bytes =
        "\xEF\xBB\xBF"
        "x: 1\ndata: \xFF\ndata: b\n\n\nid: 1\n\nretry: x\n";
    const auto expected = warnings_of({bytes});
    ASSERT_EQ(expected.size(), 8U);
    for (std::size_t cut = 0; cut <= bytes.size(); ++cut)
        ASSERT_EQ(warnings_of({bytes.substr(0, cut), bytes.substr(cut)}), expected) << cut;
}

}  // namespace
}  // namespace plumbline::sse
