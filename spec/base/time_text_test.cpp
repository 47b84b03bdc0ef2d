#include "spec/base/time_text.hpp"

#include "spec/base/ids.hpp"
#include "spec/base/row_name.hpp"
#include "spec/base/testing.hpp"

#include <ostream>

namespace plumbline {
namespace {

using std::chrono::days;
using std::chrono::hours;
using std::chrono::microseconds;
using std::chrono::milliseconds;
using std::chrono::minutes;
using std::chrono::nanoseconds;
using std::chrono::seconds;

struct InstantCase {
    std::string_view text;
    std::string_view same_as;
};

void PrintTo(const InstantCase& row, std::ostream* out) {
    *out << row.text;
}

class ReadsInstant : public testing::TestWithParam<InstantCase> {};

TEST_P(ReadsInstant, AsTheSameMomentInUtc) {
    const auto time = parse_instant(GetParam().text);
    ASSERT_THAT(time, IsOk());
    EXPECT_EQ(to_text(*time), GetParam().same_as);
}

INSTANTIATE_TEST_SUITE_P(
    Table,
    ReadsInstant,
    testing::Values(InstantCase{"2026-01-02T03:04:05Z", "2026-01-02T03:04:05.000000Z"},
                    InstantCase{"2026-01-02t03:04:05z", "2026-01-02T03:04:05.000000Z"},
                    InstantCase{"2026-01-02T03:04:05.6Z", "2026-01-02T03:04:05.600000Z"},
                    InstantCase{"2026-01-02T03:04:05.678901234567Z", "2026-01-02T03:04:05.678901Z"},
                    InstantCase{"2026-01-02T03:04:05+02:30", "2026-01-02T00:34:05.000000Z"},
                    InstantCase{"2026-01-02T23:04:05-02:00", "2026-01-03T01:04:05.000000Z"},
                    InstantCase{"2026-01-02T03:04:05-00:00", "2026-01-02T03:04:05.000000Z"},
                    InstantCase{"2024-02-29T00:00:00Z", "2024-02-29T00:00:00.000000Z"},
                    InstantCase{"1969-12-31T23:59:59.25Z", "1969-12-31T23:59:59.250000Z"},
                    InstantCase{"2016-12-31T23:59:60Z", "2017-01-01T00:00:00.000000Z"},
                    InstantCase{"2017-01-01T00:59:60+01:00", "2017-01-01T00:00:00.000000Z"},
                    InstantCase{"1678-01-01T00:00:00Z", "1678-01-01T00:00:00.000000Z"},
                    InstantCase{"2261-12-31T23:59:59.999999Z", "2261-12-31T23:59:59.999999Z"}),
    RowName());

struct SameInstantCase {
    std::string_view name;
    std::string_view a;
    std::string_view b;
    bool is_same;
};

void PrintTo(const SameInstantCase& row, std::ostream* out) {
    *out << row.name;
}

class SameInstant : public testing::TestWithParam<SameInstantCase> {};

TEST_P(SameInstant, IsComparedAtTheLowerPrecision) {
    EXPECT_EQ(is_same_instant(GetParam().a, GetParam().b), GetParam().is_same);
    EXPECT_EQ(is_same_instant(GetParam().b, GetParam().a), GetParam().is_same);
}

INSTANTIATE_TEST_SUITE_P(
    Texts,
    SameInstant,
    testing::Values(
        SameInstantCase{"zone", "2026-01-02T03:04:05Z", "2026-01-02T04:04:05+01:00", true},
        SameInstantCase{"zeros", "2026-01-02T03:04:05.5Z", "2026-01-02T03:04:05.500000Z", true},
        SameInstantCase{"cut_off", "2026-01-02T03:04:05.678Z", "2026-01-02T03:04:05.678901Z", true},
        SameInstantCase{"rounded", "2026-01-02T03:04:05.679Z", "2026-01-02T03:04:05.678901Z", true},
        SameInstantCase{"less", "2026-01-02T03:04:05.677Z", "2026-01-02T03:04:05.678901Z", false},
        SameInstantCase{
            "last_place", "2026-01-02T03:04:05.678Z", "2026-01-02T03:04:05.679Z", false},
        SameInstantCase{"second", "2026-01-02T03:04:05Z", "2026-01-02T03:04:06Z", false},
        SameInstantCase{"nanosecond",
                        "2026-01-02T03:04:05.678901234Z",
                        "2026-01-02T03:04:05.678901235Z",
                        false},
        SameInstantCase{"no_times", "yesterday", "yesterday", false}),
    [](const auto& row) { return std::string(row.param.name); });

class RefusesInstant : public testing::TestWithParam<std::string_view> {};

TEST_P(RefusesInstant, ThatIsNotRfc3339) {
    EXPECT_THAT(parse_instant(GetParam()), IsErrorCode(ErrorCode::kSyntax));
}

INSTANTIATE_TEST_SUITE_P(Table,
                         RefusesInstant,
                         testing::Values("",
                                         "2026-01-02",
                                         "2026-01-02T03:04:05",
                                         "2026-01-02 03:04:05Z",
                                         "2026-01-02T03:04Z",
                                         "26-01-02T03:04:05Z",
                                         "2026-1-02T03:04:05Z",
                                         "2026-13-02T03:04:05Z",
                                         "2026-00-02T03:04:05Z",
                                         "2026-02-29T03:04:05Z",
                                         "2026-04-31T03:04:05Z",
                                         "2026-01-00T03:04:05Z",
                                         "2026-01-02T24:00:00Z",
                                         "2026-01-02T03:60:05Z",
                                         "2026-01-02T03:04:61Z",
                                         "2026-01-02T03:04:60Z",
                                         "2026-01-02T03:04:05.Z",
                                         "2026-01-02T03:04:05,5Z",
                                         "2026-01-02T03:04:05+24:00",
                                         "2026-01-02T03:04:05+02:60",
                                         "2026-01-02T03:04:05+0200",
                                         "2026-01-02T03:04:05+02",
                                         "2026-01-02T03:04:05Zulu",
                                         "-026-01-02T03:04:05Z",
                                         " 2026-01-02T03:04:05Z",
                                         "2026-01-02T03:04:05Z "),
                         RowName());

TEST(ParseInstant, ReportsWhatWasFoundAndExpected) {
    EXPECT_THAT(parse_instant("yesterday"),
                FailsWith("\"yesterday\" is not an RFC 3339 date-time"));
    EXPECT_THAT(parse_instant("2026-01-02T03:04:60Z"), FailsWith("not the last of its day"));
}

TEST(ParseInstant, RefusesYearsItCannotRepresent) {
    EXPECT_THAT(parse_instant("0001-01-01T00:00:00Z"), IsErrorCode(ErrorCode::kLimit));
    EXPECT_THAT(parse_instant("9999-12-31T23:59:59Z"), IsErrorCode(ErrorCode::kLimit));
    EXPECT_THAT(parse_instant("9999-12-31T23:59:59Z"), FailsWith("1678 to 2261"));
}

TEST(InstantText, CutsBelowTheMicrosecondAlsoBeforeTheEpoch) {
    EXPECT_EQ(to_text(Instant(nanoseconds{1999})), "1970-01-01T00:00:00.000001Z");
    EXPECT_EQ(to_text(Instant(nanoseconds{-1})), "1969-12-31T23:59:59.999999Z");
}

TEST(InstantText, ReadsBackAsTheSameInstant) {
    IdSource random(7);
    for (int i = 0; i < 1000; ++i) {
        const auto span = static_cast<std::int64_t>(random.next() >> 1U);
        const Instant time(microseconds{(i % 2 == 0 ? span : -span) / 1001});
        ASSERT_EQ(parse_instant(to_text(time)), time) << to_text(time);
    }
}

struct DurationCase {
    std::string_view text;
    Duration time;
};

void PrintTo(const DurationCase& row, std::ostream* out) {
    *out << row.text;
}

class ReadsDuration : public testing::TestWithParam<DurationCase> {};

TEST_P(ReadsDuration, AsItsLength) {
    EXPECT_EQ(parse_duration(GetParam().text), GetParam().time);
}

INSTANTIATE_TEST_SUITE_P(Table,
                         ReadsDuration,
                         testing::Values(DurationCase{"P3D", days{3}},
                                         DurationCase{"PT4H", hours{4}},
                                         DurationCase{"PT30M", minutes{30}},
                                         DurationCase{"PT30S", seconds{30}},
                                         DurationCase{"PT0S", seconds{0}},
                                         DurationCase{"PT0.25S", milliseconds{250}},
                                         DurationCase{"PT0.0000000019S", nanoseconds{1}},
                                         DurationCase{"P1DT2H3M4S",
                                                      days{1} + hours{2} + minutes{3} + seconds{4}},
                                         DurationCase{"P1DT4S", days{1} + seconds{4}},
                                         DurationCase{"PT2H4S", hours{2} + seconds{4}},
                                         DurationCase{"PT90M", minutes{90}},
                                         DurationCase{"P0003D", days{3}},
                                         DurationCase{"P36525D", days{36525}}),
                         RowName());

class RefusesDuration : public testing::TestWithParam<std::string_view> {};

TEST_P(RefusesDuration, ThatHasNoFixedLengthOrForm) {
    EXPECT_THAT(parse_duration(GetParam()), IsErrorCode(ErrorCode::kSyntax));
}

INSTANTIATE_TEST_SUITE_P(Table,
                         RefusesDuration,
                         testing::Values("",
                                         "P",
                                         "PT",
                                         "P1DT",
                                         "3D",
                                         "P1Y",
                                         "P1M",
                                         "P2W",
                                         "P4H",
                                         "PT3D",
                                         "PT4S3M",
                                         "PT1S1S",
                                         "PT1.5H",
                                         "P1.5D",
                                         "PT1.S",
                                         "PT.5S",
                                         "PT1,5S",
                                         "PT-1S",
                                         "-PT1S",
                                         "PT1",
                                         "PTS",
                                         "PTT1S",
                                         "pt1s",
                                         "PT1S ",
                                         "30s"),
                         RowName());

TEST(ParseDuration, ReportsWhatWasFoundAndExpected) {
    EXPECT_THAT(parse_duration("1 day"), FailsWith("\"1 day\" is not a duration"));
    EXPECT_THAT(parse_duration("1 day"), FailsWith("P3D"));
}

TEST(ParseDuration, RefusesMoreThanAHundredYears) {
    EXPECT_THAT(parse_duration("P36525DT0.1S"), IsErrorCode(ErrorCode::kLimit));
    EXPECT_THAT(parse_duration("P36526D"), FailsWith("longer than 100 years"));
    EXPECT_THAT(parse_duration("PT99999999999999999999999999H"), IsErrorCode(ErrorCode::kLimit));
}

struct DurationTextCase {
    Duration time;
    std::string_view text;
};

void PrintTo(const DurationTextCase& row, std::ostream* out) {
    *out << row.text;
}

class WritesDuration : public testing::TestWithParam<DurationTextCase> {};

TEST_P(WritesDuration, WithoutEmptyParts) {
    EXPECT_EQ(duration_text(GetParam().time), GetParam().text);
}

INSTANTIATE_TEST_SUITE_P(
    Table,
    WritesDuration,
    testing::Values(DurationTextCase{seconds{0}, "PT0S"},
                    DurationTextCase{days{3} + seconds{30}, "P3DT30S"},
                    DurationTextCase{hours{72}, "P3D"},
                    DurationTextCase{minutes{90}, "PT1H30M"},
                    DurationTextCase{milliseconds{1250}, "PT1.25S"},
                    DurationTextCase{milliseconds{50}, "PT0.05S"},
                    DurationTextCase{hours{1} + nanoseconds{1}, "PT1H0.000000001S"},
                    DurationTextCase{-milliseconds{1500}, "-PT1.5S"},
                    DurationTextCase{Duration::min(), "-P106751DT23H47M16.854775808S"},
                    DurationTextCase{Duration::max(), "P106751DT23H47M16.854775807S"}),
    RowName());

TEST(DurationText, ReadsBackAsTheSameDuration) {
    IdSource random(11);
    for (int i = 0; i < 1000; ++i) {
        const Duration time(static_cast<std::int64_t>(random.next() >> (2U + random.next() % 60U)));
        if (time > days{36525}) continue;
        ASSERT_EQ(parse_duration(duration_text(time)), time) << duration_text(time);
    }
}

}  // namespace
}  // namespace plumbline
