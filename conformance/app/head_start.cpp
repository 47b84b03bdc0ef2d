#include "conformance/app/head_start.hpp"

#include <mutex>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace plumbline::app {
namespace {

using Wanted = std::set<std::pair<const ApiDocument*, std::string>>;

void add_success_schemas(const workflow::Step& step, Wanted& wanted) {
    if (!step.operation) return;
    for (const DeclaredResponse& response : step.operation->responses) {
        if (!response.status.starts_with('2')) continue;
        for (const Content& content : response.content)
            wanted.emplace(step.api.get(), content.schema_pointer);
    }
}

Wanted success_schemas(const runner::Suites& suites) {
    Wanted wanted;
    for (const auto& suite : suites) {
        for (const workflow::Workflow& workflow : suite->workflows) {
            for (const workflow::Step& step : workflow.steps) add_success_schemas(step, wanted);
        }
    }
    return wanted;
}

}  // namespace

std::future<void> compile_schemas_of(const runner::Suites& suites) {
    return std::async(std::launch::async, [suites] {
        for (const auto& [api, pointer] : success_schemas(suites)) {
            // What cannot be compiled is told by the answer that would be judged by it.
            if (!pointer.empty()) (void)api->schema(pointer);
        }
    });
}

void keep_to_the_end(std::shared_ptr<const void> value) {
    static std::mutex mutex;
    static auto& kept = *new std::vector<std::shared_ptr<const void>>;  // never destroyed
    const std::lock_guard lock(mutex);
    kept.push_back(std::move(value));
}

}  // namespace plumbline::app
