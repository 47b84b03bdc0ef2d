#include "spec/base/row_name.hpp"
#include "spec/sse/testing.hpp"

#include <gmock/gmock.h>

namespace plumbline::sse {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::vector<Remark> remarks_of(const std::string& bytes) {
    DecoderOptions options;
    options.remarks = true;
    Decoder decoder(options);
    EXPECT_THAT(decode_pieces({bytes}, decoder), IsOk());
    return decoder.remarks();
}

struct RemarkCase {
    const char* name;
    std::string bytes;
    Remark remark;
};

void PrintTo(const RemarkCase& one, std::ostream* out) {
    *out << one.name;
}

class SseRemark : public ::testing::TestWithParam<RemarkCase> {};

TEST_P(SseRemark, NamesWhatIsOddAndWhere) {
    EXPECT_THAT(remarks_of(GetParam().bytes), ElementsAre(GetParam().remark));
}

INSTANTIATE_TEST_SUITE_P(
    Kinds,
    SseRemark,
    ::testing::Values(
        RemarkCase{"bom",
                   "\xEF\xBB\xBF"
                   "data: a\n\n",
                   {Remark::Kind::kBom, 0, ""}},
        RemarkCase{
            "bad_utf8", "data: a\xFFz\n\n", {Remark::Kind::kBadUtf8, 7, "data: a\xEF\xBF\xBDz"}},
        RemarkCase{
            "unknown_field", "data: a\ndate: b\n\n", {Remark::Kind::kUnknownField, 8, "date: b"}},
        RemarkCase{"bad_id",
                   std::string("id: 1\0\ndata: a\n\n", 16),
                   {Remark::Kind::kBadId, 0, std::string("id: 1\0", 6)}},
        RemarkCase{
            "bad_retry", "retry: soon\ndata: a\n\n", {Remark::Kind::kBadRetry, 0, "retry: soon"}},
        RemarkCase{"second_data",
                   "data: a\ndata: b\ndata: c\n\n",
                   {Remark::Kind::kSecondData, 8, "data: b"}},
        RemarkCase{"no_data", "event: a\n\n", {Remark::Kind::kNoData, 0, ""}},
        RemarkCase{"extra_blank", "data: a\n\n\n", {Remark::Kind::kExtraBlank, 9, ""}},
        RemarkCase{"unfinished", "data: a\n\ndata: b\n", {Remark::Kind::kUnfinished, 9, ""}},
        RemarkCase{"unfinished_line", "data: a\n\nda", {Remark::Kind::kUnfinished, 9, ""}}),
    RowName());

TEST(SseRemarks, HasNothingToRemarkOnAGoodStream) {
    EXPECT_THAT(
        remarks_of(": hello\n\nevent: a\ndata: {}\nid: 1\n\n: beat\nretry: 5\ndata: {}\n\n"),
        IsEmpty());
}

TEST(SseRemarks, KeepsOnlySoManyRemarks) {
    DecoderOptions options;
    options.remarks = true;
    options.max_remarks = 2;
    Decoder decoder(options);
    ASSERT_THAT(decode_pieces({"a\nb\nc\nd\n\n"}, decoder), IsOk());
    EXPECT_EQ(decoder.remarks().size(), 2U);
    EXPECT_EQ(decoder.remark_count(), 5U);
}

TEST(SseRemarks, CountsTheSameRemarksAtEveryCut) {
    const std::string bytes =
        "\xEF\xBB\xBF"
        "x: 1\ndata: \xFF\ndata: b\n\n\nid: 1\n\nretry: x\n";
    const auto expected = remarks_of(bytes);
    ASSERT_EQ(expected.size(), 8U);
    for (std::size_t cut = 0; cut <= bytes.size(); ++cut) {
        DecoderOptions options;
        options.remarks = true;
        Decoder decoder(options);
        ASSERT_THAT(decode_pieces({bytes.substr(0, cut), bytes.substr(cut)}, decoder), IsOk());
        ASSERT_EQ(decoder.remarks(), expected) << "cut at " << cut;
    }
}

}  // namespace
}  // namespace plumbline::sse
