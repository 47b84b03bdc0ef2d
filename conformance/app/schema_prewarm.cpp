#include "conformance/app/schema_prewarm.hpp"

#include <mutex>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace plumbline::app {
namespace {

using SchemaLocations = std::set<std::pair<const ApiDocument*, std::string>>;

void add_success_schemas(const workflow::Step& step, SchemaLocations& locations) {
    if (!step.operation) return;
    for (const DeclaredResponse& response : step.operation->responses) {
        if (!response.status.starts_with('2')) continue;
        for (const MediaType& content : response.content) {
            if (!content.schema_pointer.empty())
                locations.emplace(step.api.get(), content.schema_pointer);
        }
    }
}

SchemaLocations success_schemas(const runner::Suites& suites) {
    SchemaLocations locations;
    for (const auto& suite : suites) {
        for (const workflow::Workflow& workflow : suite->workflows) {
            for (const workflow::Step& step : workflow.steps) add_success_schemas(step, locations);
        }
    }
    return locations;
}

}  // namespace

std::future<void> precompile_schemas(const runner::Suites& suites) {
    return std::async(std::launch::async, [suites] {
        // A schema that cannot be compiled is reported by the first response that needs it.
        for (const auto& [api, pointer] : success_schemas(suites)) (void)api->schema(pointer);
    });
}

void leak_until_exit(std::shared_ptr<const void> value) {
    static std::mutex mutex;
    static auto& values = *new std::vector<std::shared_ptr<const void>>;  // never destroyed
    const std::lock_guard lock(mutex);
    values.push_back(std::move(value));
}

}  // namespace plumbline::app
