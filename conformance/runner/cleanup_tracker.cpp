#include "conformance/runner/cleanup_tracker.hpp"

#include "conformance/deviations/deviations.hpp"
#include "conformance/runner/attempt/attempt.hpp"
#include "conformance/runner/call_wrappers.hpp"
#include "conformance/verdicts/severity.hpp"
#include "spec/base/text.hpp"
#include "spec/http/url.hpp"
#include "spec/json/access.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <charconv>

namespace plumbline::runner {
namespace {

using reports::Verdict;

void add_apis(const workflow::Suite& suite,
              std::vector<std::shared_ptr<const ApiDocument>>& documents) {
    for (const workflow::Source& source : suite.sources) {
        const bool known = std::ranges::find(documents, source.api) != documents.end();
        if (source.api && !known) documents.push_back(source.api);
    }
}

/// Returns the API documents that the suites use, without duplicates.
std::vector<std::shared_ptr<const ApiDocument>> api_documents(const Suites& suites) {
    std::vector<std::shared_ptr<const ApiDocument>> documents;
    for (const auto& suite : suites) {
        for (const workflow::Suite* one : suite->with_sources()) add_apis(*one, documents);
    }
    return documents;
}

constexpr std::size_t kSuffixLength = 8;  ///< characters of a name after the run's prefix
constexpr std::uint64_t kSuffixCount = 2'821'109'907'456;  ///< number of possible suffixes: 36^8

/// Returns a number in digits and lowercase letters, which are allowed in names of every type.
std::string base_36(std::uint64_t number) {
    constexpr int kBase = 36;
    std::array<char, 16> digits{};  // 13 are enough
    const auto end = std::to_chars(digits.begin(), digits.end(), number, kBase).ptr;
    return {digits.begin(), end};
}

void add_unique(const std::string& url, std::vector<std::string>& urls) {
    if (std::ranges::find(urls, url) == urls.end()) urls.push_back(url);
}

}  // namespace

std::vector<std::string> base_urls_of(const Target& target) {
    std::vector<std::string> urls;
    for (const auto* known : {&target.base_urls, &target.server_urls}) {
        for (const auto& [name, url] : *known) add_unique(url, urls);
    }
    return urls;
}

bool needs_journal(const Target& target) {
    return target.allows_writes() && !target.has_control();
}

std::string name_prefix(const RunOptions& options) {
    return "plumbline-" + base_36(options.seed) + '-';
}

std::string record_name(const RunOptions& options, const std::string& scenario) {
    std::string ending = base_36(fingerprint(scenario) % kSuffixCount);
    ending.insert(0, kSuffixLength - ending.size(), '0');
    return name_prefix(options) + ending;
}

cleanup::NamedCredentials cleanup_credentials(const Target& target, const SharedJson& overrides) {
    cleanup::NamedCredentials credentials{
        {"api_key", target.credentials.api_key},
        {"tenant_id", Secret(target.credentials.tenant_id)},
        {"other_api_key", target.other_credentials.api_key},
        {"other_tenant_id", Secret(target.other_credentials.tenant_id)}};
    for (auto& [name, secret] : credentials) {
        const std::string own = overrides ? string_or(*overrides, name, "") : "";
        if (!own.empty()) secret = Secret(own);
    }
    return credentials;
}

std::vector<std::string> secret_headers_of(const Suites& suites) {
    auto names = cleanup::credential_headers(api_documents(suites));
    std::erase_if(
        names, [](const std::string& name) { return equals_ignoring_case(name, "X-Tenant-Id"); });
    return names;
}

cleanup::JournalHeader journal_header(const Target& target,
                                      const Suites& suites,
                                      const RunOptions& options,
                                      std::string run_id,
                                      Instant started) {
    cleanup::JournalHeader header;
    header.run = std::move(run_id);
    header.started = started;
    header.target = target.title;
    header.urls = base_urls_of(target);
    header.timeout = target.timeout;
    header.consistency_wait = target.consistency_wait;
    header.prefix = name_prefix(options);
    for (const auto& [name, secret] : cleanup_credentials(target, options.inputs)) {
        if (!secret.empty()) header.fingerprints[name] = cleanup::fingerprint(header.run, secret);
    }
    const auto documents = api_documents(suites);
    header.deletable_types = cleanup::deletable_types(documents);
    header.credential_headers = cleanup::credential_headers(documents);
    for (const auto& document : documents) {
        // The document's own servers apply if nothing else sets the base URL.
        const auto add_declared = [&](const std::string& url) {
            if (const auto declared = http::parse_url(url))
                add_unique(declared->to_text(), header.urls);
        };
        add_declared(document->server_url());
        for (const Operation& operation : document->operations())
            add_declared(operation.server_url);
    }
    for (const auto& suite : suites) {
        for (const workflow::Suite* one : suite->with_sources()) {
            for (const workflow::Source& source : one->sources) {
                if (!source.server_url.empty()) add_unique(source.server_url, header.urls);
            }
        }
    }
    return header;
}

CleanupTracker::CleanupTracker(const RunContext& run, const RunOptions& options, const Send& send)
    : run_(run), options_(options), send_(send) {
    if (!options.journal) return;
    const Send resend = with_retry_after_interrupt(send, run.stop);
    Send pass = [this, send, resend](const client::HttpCall& call) {
        if (!is_cleaning_up_) return send(call);
        client::HttpCall deleting = call;
        deleting.is_cleanup = true;
        return resend(deleting);
    };
    client_.emplace(*options.journal,
                    std::move(pass),
                    cleanup_credentials(run.target, options.inputs),
                    run.clock,
                    run.target.timeout,
                    run.target.consistency_wait > std::chrono::milliseconds::zero()
                        ? cleanup::NotFoundPolicy::kProvesNothing
                        : cleanup::NotFoundPolicy::kProvesIfAnswered);
    send_ = [this](const client::HttpCall& call) {
        // A workflow that was called in the meantime may have added secrets.
        if (environment_) client_->begin_scenario(scenario_, environment_->secrets);
        return client_->perform(call);
    };
}

void CleanupTracker::begin_scenario(const workflow::Workflow& workflow,
                                    const Environment& environment) {
    scenario_ = workflow.name;
    environment_ = &environment;
}

void CleanupTracker::clean_up(std::vector<reports::ScenarioResult>& scenarios) {
    if (!client_) return;
    is_cleaning_up_ = true;
    for (const cleanup::Removal& removal : client_->delete_remaining()) {
        for (reports::ScenarioResult& result : scenarios) {
            if (result.name != removal.entry.scenario) continue;
            reports::StepResult step = cleanup_step(removal, result.where);
            if (run_.deviations)
                run_.deviations->apply(result.name, run_.ledger, run_.severity, step);
            result.verdict = verdicts::worst(result.verdict, step.verdict);
            result.steps.push_back(std::move(step));
        }
    }
}

reports::StepResult CleanupTracker::cleanup_step(const cleanup::Removal& removal,
                                                 const SourceRef& scenario) const {
    reports::StepResult step;
    step.id = reports::kCleanupCode;
    step.cleanup = true;
    step.where = scenario;
    for (const client::Exchange& exchange : removal.exchanges) {
        reports::ExchangeRecord record = exchange_record(run_, exchange, *environment_);
        // A list may contain the resources of others, with secrets that are not known here.
        if (http::is_success(record.status)) record.response_excerpt.clear();
        step.exchanges.push_back(std::move(record));
    }
    if (removal.reason.empty()) return step;
    if (run_.severity.ignores(reports::kCleanupCode)) return step;
    step.verdict = verdicts::changed_verdict(
        run_.severity.strict_cleanup ? Verdict::kFailed : Verdict::kWarned,
        reports::kCleanupCode,
        run_.severity);
    step.findings.push_back(
        {std::string(reports::kCleanupCode),
         step.verdict,
         {},
         step.where,
         "no resources left by the scenario",
         describe(removal.entry) + ": " + removal.reason,
         "resources may be left at the target; try again with: " + options_.cleanup_command});
    return step;
}

}  // namespace plumbline::runner
