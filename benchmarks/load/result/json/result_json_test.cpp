#include "benchmarks/load/result/load_output.hpp"
#include "benchmarks/load/result/result.hpp"
#include "benchmarks/load/result/sample_fixture.hpp"
#include "benchmarks/load/result/testing.hpp"
#include "spec/base/file.hpp"
#include "spec/base/temporary_folder.hpp"
#include "spec/base/testing.hpp"
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

TEST(FailureClass, ParsesItsOwnText) {
    for (std::size_t i = 0; i < kFailureCount; ++i) {
        EXPECT_EQ(parse_failure(to_text(static_cast<FailureClass>(i))),
                  static_cast<FailureClass>(i));
    }
    EXPECT_EQ(to_text(FailureClass::kErrorEvent), "error_event");
    EXPECT_EQ(parse_failure("Timeout"), std::nullopt);
}

TEST(LevelCounts, AddUp) {
    LevelCounts counts{.attempted = 10, .completed = 4, .bounded = 3, .incomplete = 1};
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

TEST_P(AnyResult, IsReadBackUnchanged) {
    const LoadResult result = RandomLoadResult(GetParam()).result();
    const auto json = parse_json(render_json(result));
    ASSERT_THAT(json, IsOk());
    const auto back = parse_result(*json);
    ASSERT_THAT(back, IsOk());
    EXPECT_TRUE(*back == result);
}

TEST_P(AnyResult, IsValidAgainstTheSchema) {
    const auto schema = result_schema();
    ASSERT_THAT(schema, IsOk());
    EXPECT_THAT(schema->evaluate(to_json(RandomLoadResult(GetParam()).result())), IsEmpty());
}

INSTANTIATE_TEST_SUITE_P(Seed, AnyResult, testing::Range(std::uint64_t{1}, std::uint64_t{13}));

TEST(LoadResultJson, OfARunIsValidAndIsReadBack) {
    const auto schema = result_schema();
    ASSERT_THAT(schema, IsOk());
    const Json json = to_json(small_result());
    EXPECT_THAT(schema->evaluate(json), IsEmpty());
    const auto back = parse_result(json);
    ASSERT_THAT(back, IsOk());
    EXPECT_TRUE(*back == small_result());
}

TEST(LoadResultJson, OfADefaultResultIsValidAndIsReadBack) {
    const auto schema = result_schema();
    ASSERT_THAT(schema, IsOk());
    EXPECT_THAT(schema->evaluate(to_json(LoadResult{})), IsEmpty());
    EXPECT_TRUE(parse_result(to_json(LoadResult{})) == LoadResult{});
}

TEST(LoadResultSchema, RejectsAnUnknownMetric) {
    const auto schema = result_schema();
    ASSERT_THAT(schema, IsOk());
    Json json = to_json(small_result());
    Json& metrics = json["levels"][0]["metrics"];
    metrics["ttfx"] = Json(metrics["ttfc"]);
    EXPECT_THAT(schema->evaluate(json), testing::SizeIs(1));
}

TEST(LoadResultSchema, ListsAllMetricsAndFailureClasses) {
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
        failures.push_back(to_text(static_cast<FailureClass>(i)));
    EXPECT_EQ(defs.at("counts").at("properties").at("failed").at("required"), failures);
}

LoadResult result_with(const Histogram& ttfc) {
    LoadResult result = result_without_levels();
    result.levels.resize(1);
    result.levels[0].metrics[Metric::kTtfc] = ttfc;
    return result;
}

TEST(LoadResultJson, WritesStatisticsAndBucketDistancesOfAHistogram) {
    Histogram ttfc;
    ttfc.record(3, 10);
    ttfc.record(5, 10);
    ttfc.record(2050, 1);
    EXPECT_THAT(to_json(result_with(ttfc))["levels"][0]["metrics"],
                EqualsJson(R"({"ttfc": {"unit": "ns", "digits": 3, "count": 21, "sum": 2130,
                    "min": 3, "max": 2050, "mean": 101.42857142857143, "p50": 5, "p90": 5,
                    "p95": 5, "p99": 2050, "p999": 2050,
                    "uncertain": ["p90", "p95", "p99", "p999"], "clipped": 0,
                    "counts": [3, 10, 2, 10, 2044, 1]}})"));
}

TEST(ResultFile, HasNotChanged) {
    Histogram times;
    for (int i = 1; i <= 40; ++i) times.record(i * 100'000);
    LoadResult result = result_with(times);
    Level& level = result.levels[0];
    level.target = 4;
    level.achieved = 4;
    level.seconds = 10;
    level.counts = {.attempted = 41, .completed = 40, .events = 80, .bytes = 25'600, .good = 39};
    level.counts.failed[static_cast<std::size_t>(FailureClass::kTimeout)] = 1;
    level.metrics[Metric::kEventBytes].record(320, 80);
    level.slices = {{.events = 80, .bytes = 25'600, .completed = 40, .failed = 1, .gaps = times}};
    level.client = {
        .cpu = 0.02, .reads_per_wakeup = 1, .loop_lag_p99 = 80'000, .handling_p99 = 9'000};
    level.server_cpu = 0.03;
    level.verdict = "failing";
    level.examples = {"timeout after 30 s"};
    result.saturation = Saturation{4, "the sweep ended", false};
    EXPECT_THAT(render_json(result), IsApproved(__FILE__, "result.json"));
}

TEST(LoadResultJson, PutsTheBucketsOnOneLine) {
    Histogram ttfc;
    ttfc.record(3, 10);
    EXPECT_THAT(render_json(result_with(ttfc)), HasSubstr("\n          \"counts\": [3,10],\n"));
}

TEST(LoadResultJson, OmitsEmptyHistograms) {
    const Json json = to_json(result_with({}));
    EXPECT_EQ(json["levels"][0]["metrics"], Json::object());
    LoadResult result = result_with({});
    result.levels[0].slices.resize(1);
    EXPECT_FALSE(to_json(result)["levels"][0]["slices"][0].contains("gap"));
}

TEST(LoadResultJson, WritesNullForMissingMeasurements) {
    const Json json = to_json(result_with({}));
    EXPECT_TRUE(json["levels"][0]["server_cpu_cores"].is_null());
    EXPECT_TRUE(json["saturation"].is_null());
}

TEST(LoadResultJson, WritesZeroForNumbersWithoutAJsonForm) {
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

TEST(ResultFile, IsReadBackUnchanged) {
    const TemporaryFolder folder;
    const std::string path = folder.path() + "/result.json";
    ASSERT_THAT(write_file(path, render_json(small_result())), IsOk());
    const auto back = read_result(path);
    ASSERT_THAT(back, IsOk());
    EXPECT_TRUE(*back == small_result());
}

TEST(ResultFile, IsNamedInItsErrors) {
    const TemporaryFolder folder;
    const std::string path = folder.path() + "/broken.json";
    EXPECT_THAT(read_result(path), IsErrorCode(ErrorCode::kNotFound));
    ASSERT_THAT(write_file(path, "{"), IsOk());
    EXPECT_THAT(read_result(path), FailsWith("broken.json:1:"));
    ASSERT_THAT(write_file(path, "{}"), IsOk());
    EXPECT_THAT(read_result(path), FailsWith("broken.json: load result, at \"\""));
}

}  // namespace
}  // namespace plumbline::load
