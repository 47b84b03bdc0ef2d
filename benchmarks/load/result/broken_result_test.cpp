// What is no result, and where it says so.

#include "benchmarks/load/result/result.hpp"
#include "benchmarks/load/result/sample_fixture.hpp"
#include "spec/base/testing.hpp"
#include "spec/json/pointer.hpp"
#include "spec/json/testing.hpp"

#include <gmock/gmock.h>

namespace plumbline::load {
namespace {

struct Broken {
    std::string_view name;
    std::string_view pointer;
    std::string_view value;
    std::string_view message;
};
void PrintTo(const Broken& broken, std::ostream* out) {
    *out << broken.name;
}
class BrokenLoadResult : public testing::TestWithParam<Broken> {};

TEST_P(BrokenLoadResult, IsRefusedWithItsPointer) {
    Json json = to_json(small_result());
    const auto pointer = JsonPointer::parse(GetParam().pointer);
    ASSERT_THAT(pointer, IsOk());
    ASSERT_THAT(set_at(json, *pointer, json_of(GetParam().value)), IsOk());
    const auto result = parse_result(json);
    EXPECT_THAT(result, IsErrorCode(ErrorCode::kInvalid));
    EXPECT_THAT(result, FailsWith(GetParam().message));
}

// Two values, 4 and 5.
constexpr std::string_view kSmall =
    R"({"unit":"ns","digits":3,"count":2,"sum":9,"min":4,"max":5,"clipped":0,"counts":[4,1,1,1]})";

INSTANTIATE_TEST_SUITE_P(
    Member,
    BrokenLoadResult,
    testing::Values(
        Broken{"Root", "", "[]", R"(at "": found [], expected an object)"},
        Broken{"Text", "/url", "1", R"(at "/url": found 1, expected a string)"},
        Broken{"Flag", "/validation/framing", "0", R"(found 0, expected true or false)"},
        Broken{"Number",
               "/load/window_s",
               "\"9\"",
               R"(at "/load/window_s": found "9", expected a number)"},
        Broken{"Below", "/load/window_s", "-1", "found -1, expected a number from 0"},
        Broken{"Count", "/levels/0/counts/events", "1.5", "found 1.5, expected an integer from 0"},
        Broken{"NegativeCount",
               "/shards",
               "-2",
               R"(at "/shards": found -2, expected an integer from 0)"},
        Broken{"Wide",
               "/levels/0/client/loop_lag_p99_ns",
               "18446744073709551615",
               "expected an integer of 63 bits"},
        Broken{"List", "/levels", "{}", R"(at "/levels": found {}, expected an array)"},
        Broken{
            "Member", "/levels/0", "{}", R"(at "/levels/0": found {}, expected a member "target")"},
        Broken{"Class",
               "/levels/0/counts/failed",
               "{}",
               R"(/levels/0/counts/failed": found {}, expected a member "connect")"},
        Broken{
            "Saturation", "/saturation", "5", R"(at "/saturation": found 5, expected an object)"},
        Broken{"ServerCpu",
               "/levels/0/server_cpu_cores",
               "true",
               "found true, expected a number from 0"},
        Broken{"Floors", "/floors", "[]", R"(at "/floors": found [], expected an object)"},
        Broken{
            "Floor", "/floors/a~1b", "null", R"(at "/floors/a~1b": found null, expected a number)"},
        Broken{"Metrics", "/levels/0/metrics", "3", R"(at "/levels/0/metrics": found 3)"},
        Broken{"Metric",
               "/levels/0/metrics/ttfx",
               "{}",
               R"(at "/levels/0/metrics": found "ttfx", expected names of metrics)"},
        Broken{"Version",
               "/schema_version",
               "\"1\"",
               R"(at "/schema_version": found "1", expected an integer)"}),
    [](const auto& test) { return std::string(test.param.name); });

INSTANTIATE_TEST_SUITE_P(
    Histogram,
    BrokenLoadResult,
    testing::Values(
        Broken{"Type", "/levels/0/metrics/gap", "[]", R"(/gap": found [], expected a histogram)"},
        Broken{"Slice",
               "/levels/0/slices/1/gap",
               "{}",
               R"(/levels/0/slices/1/gap": found {}, expected a member "unit")"},
        Broken{"Unit",
               "/levels/0/metrics/gap/unit",
               "\"ms\"",
               R"(/gap/unit": found "ms", expected "ns")"},
        Broken{
            "Digits", "/levels/0/metrics/gap/digits", "2", R"(/gap/digits": found 2, expected 3)"},
        Broken{"Total", "/levels/0/metrics/gap/count", "7", R"(/gap/count": found 7, expected )"},
        Broken{"Min",
               "/levels/0/metrics/gap/min",
               "1",
               R"(/gap/min": found 1, expected a value of the first bucket)"},
        Broken{"Max",
               "/levels/0/metrics/gap/max",
               "1",
               R"(/gap/max": found 1, expected a value of the last bucket)"},
        Broken{"HugeMax",
               "/levels/0/metrics/gap/max",
               "18446744073709551615",
               "expected a value of the last bucket"},
        Broken{"Sum", "/levels/0/metrics/ttfc/sum", "1", R"(/ttfc/sum": found 1, expected a sum)"},
        Broken{"Clipped",
               "/levels/0/metrics/gap/clipped",
               "99999999",
               "no more than the last bucket holds"},
        Broken{"Odd",
               "/levels/0/metrics/gap/counts",
               "[1]",
               R"(/gap/counts": found [1], expected an array)"},
        Broken{"Text",
               "/levels/0/metrics/gap/counts",
               R"([1,"x"])",
               R"(/gap/counts/1": found "x", expected an integer)"},
        Broken{"None",
               "/levels/0/metrics/gap/counts",
               "[1,0]",
               R"(/gap/counts/1": found 0, expected an integer from 1)"},
        Broken{"Twice",
               "/levels/0/metrics/gap/counts",
               "[1,1,0,1]",
               R"(/gap/counts/2": found 0, expected an integer from 1)"},
        Broken{"Far",
               "/levels/0/metrics/gap/counts",
               "[99999,1]",
               "expected a distance to a bucket that exists"},
        Broken{"VeryFar",
               "/levels/0/metrics/gap/counts",
               "[1,1,18446744073709551615,1]",
               "expected a distance to a bucket that exists"}),
    [](const auto& test) { return std::string(test.param.name); });

TEST(LoadResultJson, ReadsASmallHistogramByHand) {
    Json json = to_json(small_result());
    json["levels"][0]["metrics"]["ttfc"] = json_of(kSmall);
    const auto result = parse_result(json);
    ASSERT_THAT(result, IsOk());
    Histogram expected;
    expected.record(4);
    expected.record(5);
    EXPECT_EQ(result->levels[0].metrics[Metric::kTtfc], expected);
}

TEST(LoadResultJson, OfAnotherVersionIsNotSupported) {
    Json json = to_json(small_result());
    json["schema_version"] = 2;
    EXPECT_THAT(parse_result(json), IsErrorCode(ErrorCode::kUnsupported));
    EXPECT_THAT(parse_result(json), FailsWith("\"/schema_version\": found 2, expected 1"));
    EXPECT_THAT(parse_result(json), FailsWith("take the version of plumbline-load that wrote it"));
}

}  // namespace
}  // namespace plumbline::load
