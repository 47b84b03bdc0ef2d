#include "benchmarks/load/app/live_metrics.hpp"

#include <gmock/gmock.h>

namespace plumbline::load {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(LiveMetrics, HaveASeriesForEachFigureOfTheLevel) {
    Level level;
    level.target = 50;
    level.counts.attempted = 30;
    level.counts.completed = 20;
    level.counts.failed[static_cast<std::size_t>(FailureClass::kTimeout)] = 3;
    for (int i = 0; i < 20; ++i) level.metrics[Metric::kTtfc].record(500'000'000);
    level.metrics[Metric::kEventBytes].record(7);
    const std::string text = render_live_metrics(level, 2);
    EXPECT_THAT(text,
                HasSubstr("# HELP plumbline_load_target Requests per second or in flight that the "
                          "level offers\n# TYPE plumbline_load_target gauge\n"
                          "plumbline_load_target{level=\"2\"} 50\n"));
    EXPECT_THAT(text, HasSubstr("plumbline_load_attempted_total{level=\"2\"} 30\n"));
    EXPECT_THAT(
        text, HasSubstr("plumbline_load_responses_total{level=\"2\",outcome=\"completed\"} 20\n"));
    EXPECT_THAT(text,
                HasSubstr("plumbline_load_responses_total{level=\"2\",outcome=\"timeout\"} 3\n"));
    EXPECT_THAT(text,
                HasSubstr("# HELP plumbline_load_ttfc_seconds time to the first chunk, which "
                          "identifies the run\n# TYPE plumbline_load_ttfc_seconds summary\n"));
    EXPECT_THAT(text, HasSubstr("plumbline_load_ttfc_seconds{level=\"2\",quantile=\"0.5\"} 0.5\n"));
    EXPECT_THAT(text, HasSubstr("plumbline_load_ttfc_seconds_sum{level=\"2\"} 10\n"));
    EXPECT_THAT(text, HasSubstr("plumbline_load_ttfc_seconds_count{level=\"2\"} 20\n"));
    EXPECT_THAT(text, Not(HasSubstr("quantile=\"0.99\""))) << "too few values";
    EXPECT_THAT(text, Not(HasSubstr("event_bytes"))) << "is no time";
}

}  // namespace
}  // namespace plumbline::load
