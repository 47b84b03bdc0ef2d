// Parts that every request, step or sample passes: routing, expressions, the store, histograms.

#include "benchmarks/load/result/histogram.hpp"
#include "conformance/expressions/expression.hpp"
#include "mock_server/routing/router.hpp"
#include "mock_server/store/store.hpp"
#include "spec/contract/contract.hpp"

#include <benchmark/benchmark.h>
#include <nlohmann/json.hpp>

#include <random>
#include <string>
#include <vector>

namespace plumbline::benchmarks {
namespace {

void route(benchmark::State& state) {
    const auto contract = load_contract();
    std::vector<mock::Route> routes;
    for (const auto& document : (*contract)->documents) {
        for (mock::Route& one : mock::routes_of(*document)) routes.push_back(std::move(one));
    }
    const mock::Router router(std::move(routes));
    const std::vector<std::string> segments{
        "v2", "deployments", "6f9619ff-8b86-4d01-b42d-00cf4fc964ff", "revisions"};
    while (state.KeepRunning()) benchmark::DoNotOptimize(router.find("GET", segments));
}

void evaluate(benchmark::State& state) {
    const auto expression = expressions::Expression::parse("$response.body#/resources/0/id");
    const Json body{{"resources", Json::array({{{"id", "6f9619ff-8b86-4d01-b42d-00cf4fc964ff"}}})}};
    expressions::Scope scope;
    scope.response_body = &body;
    while (state.KeepRunning()) benchmark::DoNotOptimize(expression->evaluate(scope));
}

void change_record(benchmark::State& state) {
    mock::Store store;
    constexpr int kRecords = 1'000;
    for (int i = 0; i < kRecords; ++i) {
        mock::Record record;
        record.ref = {"deployments", std::to_string(i)};
        record.body =
            std::make_shared<const Json>(Json{{"id", record.ref.id}, {"status", "READY"}});
        store.insert(std::move(record));
    }
    int number = 0;
    while (state.KeepRunning()) {
        const mock::RecordRef ref{"deployments", std::to_string(number++ % kRecords)};
        store.edit(*store.find(ref))["status"] = "READY";
        benchmark::DoNotOptimize(store.find(ref));
    }
}

void record(benchmark::State& state) {
    load::Histogram histogram;
    std::mt19937_64 random(1);
    std::vector<std::int64_t> values(4'096);
    for (std::int64_t& value : values) value = static_cast<std::int64_t>(random() % 1'000'000'000);
    std::size_t at = 0;
    while (state.KeepRunning()) histogram.record(values[at++ % values.size()]);
    benchmark::DoNotOptimize(histogram);
}

void percentile(benchmark::State& state) {
    load::Histogram histogram;
    std::mt19937_64 random(1);
    for (int i = 0; i < 100'000; ++i)
        histogram.record(static_cast<std::int64_t>(random() % 1'000'000'000));
    while (state.KeepRunning()) benchmark::DoNotOptimize(histogram.percentile(99.9));
}

BENCHMARK(route)->Name("routing_find");
BENCHMARK(evaluate)->Name("expression_evaluate");
BENCHMARK(change_record)->Name("store_edit");
BENCHMARK(record)->Name("histogram_record");
BENCHMARK(percentile)->Name("histogram_percentile");

}  // namespace
}  // namespace plumbline::benchmarks
