// Invalid results and the locations of their errors.

#include "benchmarks/load/result/result.hpp"
#include "benchmarks/load/result/sample_fixture.hpp"
#include "spec/base/testing.hpp"
#include "spec/json/pointer.hpp"
#include "spec/json/testing.hpp"

#include <gmock/gmock.h>

namespace plumbline::load {
namespace {

struct InvalidResultCase {
    std::string_view name;
    std::string_view pointer;
    std::string_view value;
    std::string_view message;
};
void PrintTo(const InvalidResultCase& invalid, std::ostream* out) {
    *out << invalid.name;
}
class InvalidLoadResult : public testing::TestWithParam<InvalidResultCase> {};

TEST_P(InvalidLoadResult, IsRejectedWithItsPointer) {
    Json json = to_json(small_result());
    const auto pointer = JsonPointer::parse(GetParam().pointer);
    ASSERT_THAT(pointer, IsOk());
    ASSERT_THAT(set_at(json, *pointer, json_of(GetParam().value)), IsOk());
    const auto result = parse_result(json);
    EXPECT_THAT(result, IsErrorCode(ErrorCode::kInvalid));
    EXPECT_THAT(result, FailsWith(GetParam().message));
}

// A histogram of two values, 4 and 5.
constexpr std::string_view kSmall =
    R"({"unit":"ns","digits":3,"count":2,"sum":9,"min":4,"max":5,"clipped":0,"counts":[4,1,1,1]})";

INSTANTIATE_TEST_SUITE_P(
    Member,
    InvalidLoadResult,
    testing::Values(
        InvalidResultCase{"Root", "", "[]", R"(at "": found [], expected an object)"},
        InvalidResultCase{"Text", "/url", "1", R"(at "/url": found 1, expected a string)"},
        InvalidResultCase{"Flag", "/validation/framing", "0", R"(found 0, expected true or false)"},
        InvalidResultCase{"Latencies",
                          "/levels/0/slices/0/latency",
                          R"({"duration":{"counts":[163,1],"not_ended":0}})",
                          "/levels/0/slices/0/latency/duration/counts/0\": found 163"},
        InvalidResultCase{"NotEnded",
                          "/levels/0/slices/0/latency",
                          R"({"ttft":{"counts":[]}})",
                          "/levels/0/slices/0/latency/ttft"},
        InvalidResultCase{"Number",
                          "/load/window_s",
                          "\"9\"",
                          R"(at "/load/window_s": found "9", expected a number)"},
        InvalidResultCase{"Below", "/load/window_s", "-1", "found -1, expected a number from 0"},
        InvalidResultCase{
            "Count", "/levels/0/counts/events", "1.5", "found 1.5, expected an integer from 0"},
        InvalidResultCase{"NegativeCount",
                          "/shards",
                          "-2",
                          R"(at "/shards": found -2, expected an integer from 0)"},
        InvalidResultCase{"Wide",
                          "/levels/0/client/loop_lag_p99_ns",
                          "18446744073709551615",
                          "expected an integer of 63 bits"},
        InvalidResultCase{"List", "/levels", "{}", R"(at "/levels": found {}, expected an array)"},
        InvalidResultCase{
            "Member", "/levels/0", "{}", R"(at "/levels/0": found {}, expected a member "target")"},
        InvalidResultCase{"Class",
                          "/levels/0/counts/failed",
                          "{}",
                          R"(/levels/0/counts/failed": found {}, expected a member "connect")"},
        InvalidResultCase{
            "Saturation", "/saturation", "5", R"(at "/saturation": found 5, expected an object)"},
        InvalidResultCase{"ServerCpu",
                          "/levels/0/server_cpu_cores",
                          "true",
                          "found true, expected a number from 0"},
        InvalidResultCase{
            "Baselines", "/baselines", "[]", R"(at "/baselines": found [], expected an object)"},
        InvalidResultCase{"Baseline",
                          "/baselines/a~1b",
                          "null",
                          R"(at "/baselines/a~1b": found null, expected a number)"},
        InvalidResultCase{
            "Metrics", "/levels/0/metrics", "3", R"(at "/levels/0/metrics": found 3)"},
        InvalidResultCase{"Metric",
                          "/levels/0/metrics/ttfx",
                          "{}",
                          R"(at "/levels/0/metrics": found "ttfx", expected names of metrics)"},
        InvalidResultCase{"Version",
                          "/schema_version",
                          "\"1\"",
                          R"(at "/schema_version": found "1", expected an integer)"}),
    [](const auto& test) { return std::string(test.param.name); });

INSTANTIATE_TEST_SUITE_P(
    Contradiction,
    InvalidLoadResult,
    testing::Values(
        InvalidResultCase{
            "NotSent",
            "/levels/0/counts/not_sent",
            "1000000",
            R"(/levels/0/counts/not_sent": found 1000000, expected at most `incomplete`)"},
        InvalidResultCase{"FailedDue",
                          "/levels/0/counts/failed_due",
                          "1000000",
                          R"(/counts/failed_due": found 1000000, expected at most `failed`)"},
        InvalidResultCase{"ShardTwice",
                          "/shard_set",
                          R"({"numbers":[2,2],"of":3})",
                          R"(/shard_set/numbers": found 2, expected ascending numbers)"},
        InvalidResultCase{"ShardBeyond",
                          "/shard_set",
                          R"({"numbers":[1,4],"of":3})",
                          R"(/shard_set/numbers": found 4, expected ascending)"}),
    [](const auto& test) { return std::string(test.param.name); });

INSTANTIATE_TEST_SUITE_P(
    Histogram,
    InvalidLoadResult,
    testing::Values(
        InvalidResultCase{
            "Type", "/levels/0/metrics/gap", "[]", R"(/gap": found [], expected a histogram)"},
        InvalidResultCase{"Slice",
                          "/levels/0/slices/1/gap",
                          "{}",
                          R"(/levels/0/slices/1/gap": found {}, expected a member "unit")"},
        InvalidResultCase{"Unit",
                          "/levels/0/metrics/gap/unit",
                          "\"ms\"",
                          R"(/gap/unit": found "ms", expected "ns")"},
        InvalidResultCase{
            "Digits", "/levels/0/metrics/gap/digits", "2", R"(/gap/digits": found 2, expected 3)"},
        InvalidResultCase{
            "Total", "/levels/0/metrics/gap/count", "7", R"(/gap/count": found 7, expected )"},
        InvalidResultCase{"Min",
                          "/levels/0/metrics/gap/min",
                          "1",
                          R"(/gap/min": found 1, expected a value of the first bucket)"},
        InvalidResultCase{"Max",
                          "/levels/0/metrics/gap/max",
                          "1",
                          R"(/gap/max": found 1, expected a value of the last bucket)"},
        InvalidResultCase{"HugeMax",
                          "/levels/0/metrics/gap/max",
                          "18446744073709551615",
                          "expected a value of the last bucket"},
        InvalidResultCase{
            "Sum", "/levels/0/metrics/ttfc/sum", "1", R"(/ttfc/sum": found 1, expected a sum)"},
        InvalidResultCase{"Clipped",
                          "/levels/0/metrics/gap/clipped",
                          "99999999",
                          "at most the count of the last bucket"},
        InvalidResultCase{"Odd",
                          "/levels/0/metrics/gap/counts",
                          "[1]",
                          R"(/gap/counts": found [1], expected an array)"},
        InvalidResultCase{"Text",
                          "/levels/0/metrics/gap/counts",
                          R"([1,"x"])",
                          R"(/gap/counts/1": found "x", expected an integer)"},
        InvalidResultCase{"None",
                          "/levels/0/metrics/gap/counts",
                          "[1,0]",
                          R"(/gap/counts/1": found 0, expected an integer from 1)"},
        InvalidResultCase{"Twice",
                          "/levels/0/metrics/gap/counts",
                          "[1,1,0,1]",
                          R"(/gap/counts/2": found 0, expected an integer from 1)"},
        InvalidResultCase{"Far",
                          "/levels/0/metrics/gap/counts",
                          "[99999,1]",
                          "expected a distance to an existing bucket"},
        InvalidResultCase{"VeryFar",
                          "/levels/0/metrics/gap/counts",
                          "[1,1,18446744073709551615,1]",
                          "expected a distance to an existing bucket"}),
    [](const auto& test) { return std::string(test.param.name); });

TEST(LoadResultJson, ReadsAHandWrittenHistogram) {
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
    json["schema_version"] = 1;
    EXPECT_THAT(parse_result(json), IsErrorCode(ErrorCode::kUnsupported));
    EXPECT_THAT(parse_result(json), FailsWith("\"/schema_version\": found 1, expected 2"));
    EXPECT_THAT(parse_result(json), FailsWith("use the version of plumbline-load that wrote it"));
}

}  // namespace
}  // namespace plumbline::load
