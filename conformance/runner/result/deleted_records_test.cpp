#include "conformance/runner/result/deleted_records.hpp"

#include <gmock/gmock.h>

namespace plumbline::runner {
namespace {

using reports::ExchangeRecord;

ExchangeRecord exchange(std::string method, std::string url, int status) {
    ExchangeRecord record;
    record.method = std::move(method);
    record.url = std::move(url);
    record.status = status;
    return record;
}

TEST(DeletedRecords, AreMarkedInAllScenarios) {
    std::vector<reports::ScenarioResult> scenarios(2);
    for (reports::ScenarioResult& scenario : scenarios) scenario.steps.emplace_back();
    auto& first = scenarios[0].steps[0].exchanges;
    first = {exchange("POST", "http://h/things", 201),
             exchange("GET", "http://h/things/a?x=1", 200),
             exchange("GET", "http://h/things/a/parts/1", 200),
             exchange("GET", "http://h/things/ab", 200),
             exchange("GET", "http://h/things/b", 200),
             exchange("DELETE", "http://h/things/b", 409)};
    auto& second = scenarios[1].steps[0].exchanges;
    second = {exchange("DELETE", "http://h/things/a", 204),
              exchange("GET", "http://h/things/a", 404),
              exchange("GET", "http://h/things/a", 0)};
    mark_deleted_records(scenarios);
    const auto marks = [](const std::vector<ExchangeRecord>& exchanges) {
        std::string text;
        for (const ExchangeRecord& one : exchanges) text += one.record_deleted ? '1' : '0';
        return text;
    };
    EXPECT_EQ(marks(first), "011000");
    EXPECT_EQ(marks(second), "100");
}

}  // namespace
}  // namespace plumbline::runner
