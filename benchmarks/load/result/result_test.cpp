#include "benchmarks/load/result/result.hpp"

#include "benchmarks/load/result/result_file.hpp"
#include "benchmarks/load/result/sample_fixture.hpp"
#include "spec/base/file.hpp"
#include "spec/base/testing.hpp"
#include "spec/json/pointer.hpp"
#include "spec/json/testing.hpp"
#include "spec/schema/schema.hpp"
#include "spec/schema/testing.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <filesystem>
#include <limits>

namespace plumbline::load {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

Result<Schema> result_schema() {
    const auto file =
        std::filesystem::path(__FILE__).parent_path() / "schema" / "load_result.schema.json";
    auto document = load_document(file.string());
    if (!document) return fail(document.error());
    return SchemaCompiler(*std::move(document), SchemaStrictness::kTolerant).compile("");
}

TEST(Failure, HasATextThatLeadsBack) {
    for (std::size_t i = 0; i < kFailureCount; ++i) {
        EXPECT_EQ(parse_failure(to_text(static_cast<Failure>(i))), static_cast<Failure>(i));
    }
    EXPECT_EQ(to_text(Failure::kErrorEvent), "error_event");
    EXPECT_EQ(parse_failure("Timeout"), std::nullopt);
}

TEST(Counts, AddUp) {
    Counts counts{.attempted = 10, .completed = 4, .bounded = 3, .incomplete = 1};
    counts.failed[1] = 2;
    counts.events = 7;
    counts.add(counts);
    EXPECT_EQ(counts.attempted, 20U);
    EXPECT_EQ(counts.successes(), 14U);
    EXPECT_EQ(counts.failures(), 4U);
    EXPECT_EQ(counts.incomplete, 2U);
    EXPECT_EQ(counts.events, 14U);
}

class AnyResult : public testing::TestWithParam<std::uint64_t> {};

TEST_P(AnyResult, ComesBackFromItsTextAsItWas) {
    const LoadResult result = RandomResult(GetParam()).result();
    const auto json = parse_json(render_json(result));
    ASSERT_THAT(json, IsOk());
    const auto back = parse_result(*json);
    ASSERT_THAT(back, IsOk());
    EXPECT_TRUE(*back == result);
}

TEST_P(AnyResult, FitsTheSchema) {
    const auto schema = result_schema();
    ASSERT_THAT(schema, IsOk());
    EXPECT_THAT(schema->judge(to_json(RandomResult(GetParam()).result())), IsEmpty());
}

INSTANTIATE_TEST_SUITE_P(Seed, AnyResult, testing::Range(std::uint64_t{1}, std::uint64_t{13}));

TEST(LoadResultJson, OfTheSampleFitsTheSchemaAndComesBack) {
    const auto schema = result_schema();
    ASSERT_THAT(schema, IsOk());
    const Json json = to_json(sample_result());
    EXPECT_THAT(schema->judge(json), IsEmpty());
    const auto back = parse_result(json);
    ASSERT_THAT(back, IsOk());
    EXPECT_TRUE(*back == sample_result());
}

TEST(LoadResultJson, OfADefaultResultFitsTheSchemaAndComesBack) {
    const auto schema = result_schema();
    ASSERT_THAT(schema, IsOk());
    EXPECT_THAT(schema->judge(to_json(LoadResult{})), IsEmpty());
    EXPECT_TRUE(parse_result(to_json(LoadResult{})) == LoadResult{});
}

TEST(LoadResultSchema, RefusesAnUnknownMetric) {
    const auto schema = result_schema();
    ASSERT_THAT(schema, IsOk());
    Json json = to_json(small_result());
    json["levels"][0]["metrics"]["ttfx"] = json["levels"][0]["metrics"]["ttfc"];
    EXPECT_THAT(schema->judge(json), testing::SizeIs(1));
}

TEST(LoadResultSchema, KnowsTheMetricsAndFailuresThatThereAre) {
    const auto file =
        std::filesystem::path(__FILE__).parent_path() / "schema" / "load_result.schema.json";
    const auto document = load_document(file.string());
    ASSERT_THAT(document, IsOk());
    const Json& defs = document->root->at("$defs");
    Json metrics = Json::array();
    for (const MetricRow& row : metric_rows()) metrics.push_back(row.name);
    EXPECT_EQ(defs.at("level").at("properties").at("metrics").at("propertyNames").at("enum"),
              metrics);
    Json failures = Json::array();
    for (std::size_t i = 0; i < kFailureCount; ++i)
        failures.push_back(to_text(static_cast<Failure>(i)));
    EXPECT_EQ(defs.at("counts").at("properties").at("failed").at("required"), failures);
}

LoadResult result_with(const Histogram& ttfc) {
    LoadResult result = sample_frame();
    result.levels.resize(1);
    result.levels[0].metrics[Metric::kTtfc] = ttfc;
    return result;
}

TEST(LoadResultJson, WritesAHistogramAsFiguresAndDistancesOfBuckets) {
    Histogram ttfc;
    ttfc.record(3, 10);
    ttfc.record(5, 10);
    ttfc.record(2050, 1);
    EXPECT_THAT(to_json(result_with(ttfc))["levels"][0]["metrics"],
                EqualsJson(R"({"ttfc": {"unit": "ns", "digits": 3, "count": 21, "sum": 2130,
                    "min": 3, "max": 2050, "mean": 101.42857142857143, "p50": 5, "p90": null,
                    "p95": null, "p99": null, "p999": null, "clipped": 0,
                    "counts": [3, 10, 2, 10, 2044, 1]}})"));
}

TEST(LoadResultJson, PutsTheBucketsOnOneLine) {
    Histogram ttfc;
    ttfc.record(3, 10);
    EXPECT_THAT(render_json(result_with(ttfc)), HasSubstr("\n          \"counts\": [3,10],\n"));
}

TEST(LoadResultJson, LeavesOutWhatHasNoValues) {
    const Json json = to_json(result_with({}));
    EXPECT_EQ(json["levels"][0]["metrics"], Json::object());
    LoadResult result = result_with({});
    result.levels[0].slices.resize(1);
    EXPECT_FALSE(to_json(result)["levels"][0]["slices"][0].contains("gap"));
}

TEST(LoadResultJson, SaysNothingWhereNothingWasMeasured) {
    const Json json = to_json(result_with({}));
    EXPECT_TRUE(json["levels"][0]["server_cpu_cores"].is_null());
    EXPECT_TRUE(json["saturation"].is_null());
}

TEST(LoadResultJson, WritesZeroForNumbersThatJsonDoesNotHave) {
    LoadResult result = result_with({});
    result.levels[0].achieved = std::numeric_limits<double>::quiet_NaN();
    result.levels[0].target = std::numeric_limits<double>::infinity();
    result.levels[0].in_flight_mean = -1;
    const auto back = parse_result(to_json(result));
    ASSERT_THAT(back, IsOk());
    EXPECT_EQ(back->levels[0].achieved, 0);
    EXPECT_EQ(back->levels[0].target, 0);
    EXPECT_EQ(back->levels[0].in_flight_mean, 0);
}

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
    Json json = to_json(result_with({}));
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

TEST(ResultFile, IsReadAsItWasWritten) {
    const std::string path = testing::TempDir() + "plumbline_load_result.json";
    ASSERT_THAT(write_file(path, render_json(small_result())), IsOk());
    const auto back = read_result(path);
    ASSERT_THAT(back, IsOk());
    EXPECT_TRUE(*back == small_result());
    std::filesystem::remove(path);
}

TEST(ResultFile, IsNamedInItsErrors) {
    const std::string path = testing::TempDir() + "plumbline_load_broken.json";
    EXPECT_THAT(read_result(path), IsErrorCode(ErrorCode::kNotFound));
    ASSERT_THAT(write_file(path, "{"), IsOk());
    EXPECT_THAT(read_result(path), FailsWith("plumbline_load_broken.json:1:"));
    ASSERT_THAT(write_file(path, "{}"), IsOk());
    EXPECT_THAT(read_result(path), FailsWith("plumbline_load_broken.json: load result, at \"\""));
    std::filesystem::remove(path);
}

}  // namespace
}  // namespace plumbline::load
