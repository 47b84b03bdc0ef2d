// Rounds the times of a result as its file has them.

#include "reports/render.hpp"

#include <cmath>

namespace plumbline::reports {
namespace {

void round_time(double& milliseconds) {
    constexpr double kPerUnit = 1000;  // the three decimals of result.json
    milliseconds = std::round(milliseconds * kPerUnit) / kPerUnit;
}

void round_times(ExchangeRecord& exchange) {
    round_time(exchange.started_ms);
    round_time(exchange.took_ms);
    for (StreamRecord& stream : exchange.streams) {
        round_time(stream.first_event_ms);
        for (StreamArrival& arrival : stream.arrivals) round_time(arrival.at_ms);
        for (StreamExcerpt& excerpt : stream.excerpts) round_time(excerpt.at_ms);
    }
}

}  // namespace

void round_times(RunResult& result) {
    round_time(result.took_ms);
    for (ScenarioResult& scenario : result.scenarios) {
        round_time(scenario.took_ms);
        for (StepResult& step : scenario.steps) {
            for (ExchangeRecord& exchange : step.exchanges) round_times(exchange);
        }
    }
}

}  // namespace plumbline::reports
