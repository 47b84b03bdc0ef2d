#include "conformance/monitors/testing.hpp"

namespace plumbline::monitors {
namespace {

class KeptValuesMonitor : public HistoryMonitorTest {
  protected:
    void SetUp() override {
        HistoryMonitorTest::SetUp();
        create(R"({"id":"a","size":{"cpu":1,"limit":2},"tags":[{"name":"x","value":"1"}]})");
    }
};

TEST_F(KeptValuesMonitor, VerifiesWhatAPatchOmitsAndKeeps) {
    const auto result = patch(
        R"({"id":"a","note":"n","size":{"cpu":1,"limit":2},"tags":[{"name":"x","value":"1"}]})",
        json_of(R"({"note":"n","size":null})"));
    EXPECT_THAT(result.findings, IsEmpty());
    EXPECT_THAT(result.verified, AllOf(Contains("T-KEEPS"), Contains("T-KEEPS-TAGS")));
}

TEST_F(KeptValuesMonitor, ReportsWhatAPatchOmitsAndChanges) {
    const auto result = patch(R"({"id":"a","note":"n","size":{"cpu":1,"limit":null},"tags":[]})",
                              json_of(R"({"note":"n"})"));
    EXPECT_THAT(broken_requirements(result), ElementsAre("T-KEEPS", "T-KEEPS-TAGS"));
    EXPECT_THAT(result.findings.front().finding,
                AllOf(Field(&reports::Finding::code, "history-keeps"),
                      Field(&reports::Finding::expected,
                            "/size/limit of thing a, which the patch omits, to stay 2"),
                      Field(&reports::Finding::got, "null")));
}

TEST_F(KeptValuesMonitor, IgnoresWhatAPatchSends) {
    EXPECT_THAT(patch(R"({"id":"a","size":{"cpu":3,"limit":2},"tags":[]})",
                      json_of(R"({"size":{"cpu":3},"tags":[]})"))
                    .findings,
                IsEmpty());
}

}  // namespace
}  // namespace plumbline::monitors
