#include "conformance/app/shard_options.hpp"

#include "conformance/app/load_suites.hpp"
#include "conformance/app/read_result.hpp"
#include "conformance/app/usage_error.hpp"
#include "conformance/host/host.hpp"
#include "spec/base/text.hpp"
#include "spec/json/print.hpp"

#include <fmt/format.h>

#include <set>

namespace plumbline::app {
namespace {

constexpr host::ShardFormat kShardFormat{
    1000, "the number of the shard and of all shards, I/N, such as 1/3, 2/3 or 3/3"};

/// Returns a digest of what the scenarios of a run are made from: suites and API documents.
std::string digest_of(const RunCommand& command,
                      const Contract& contract,
                      const runner::Suites& suites) {
    std::string texts;
    for (const auto& document : suite_documents(command.files).documents)
        texts += plumbline::to_text(*document->root);
    std::set<const ApiDocument*> seen;
    const auto add = [&](const ApiDocument* api) {
        if (api && seen.insert(api).second) texts += plumbline::to_text(*api->document().root);
    };
    for (const auto& api : contract.documents) add(api.get());
    for (const auto& suite : suites) {
        for (const workflow::Suite* one : suite->with_sources()) {
            for (const workflow::Source& source : one->sources) add(source.api.get());
        }
    }
    return fmt::format("{:016x}", fingerprint(texts));
}

}  // namespace

Result<std::optional<runner::ShardOptions>> shard_options(const RunCommand& command,
                                                          const Contract& contract,
                                                          const runner::Suites& suites) {
    if (command.shard.empty()) return std::optional<runner::ShardOptions>();
    const auto own = host::resolve_shard(command.shard, kShardFormat, host::find_environment_value);
    if (!own) return fail(error_about("--shard", own.error()));
    runner::ShardOptions shard{static_cast<int>(own->index) + 1,
                               static_cast<int>(own->count),
                               {},
                               digest_of(command, contract, suites)};
    if (!command.shard_times.empty()) {
        const auto times = read_result(command.shard_times);
        if (!times) return fail(error_about("--shard-times", times.error()));
        for (const reports::ScenarioResult& one : times->scenarios)
            shard.times_ms[one.name] = one.took_ms;
    }
    return std::optional(std::move(shard));
}

}  // namespace plumbline::app
