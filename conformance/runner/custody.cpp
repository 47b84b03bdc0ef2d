#include "conformance/runner/custody.hpp"

#include "conformance/runner/attempt.hpp"
#include "conformance/runner/pacer.hpp"
#include "conformance/verdicts/weigh.hpp"
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
        const bool known =
            std::find(documents.begin(), documents.end(), source.api) != documents.end();
        if (source.api && !known) documents.push_back(source.api);
    }
}

/// The API documents that the suites use, each once.
std::vector<std::shared_ptr<const ApiDocument>> documents_of(const Suites& suites) {
    std::vector<std::shared_ptr<const ApiDocument>> documents;
    for (const auto& suite : suites) {
        for (const workflow::Suite* one : suite->with_sources()) add_apis(*one, documents);
    }
    return documents;
}

constexpr std::size_t kEndingLength = 8;               ///< of a name, behind the run's prefix
constexpr std::uint64_t kEndings = 2'821'109'907'456;  ///< so many there are: 36^8

/// Writes a number with digits and small letters, which names of every kind may hold.
std::string base_36(std::uint64_t number) {
    constexpr int kBase = 36;
    std::array<char, 16> digits{};  // 13 are the most
    const auto end = std::to_chars(digits.begin(), digits.end(), number, kBase).ptr;
    return {digits.begin(), end};
}

void add_once(const std::string& url, std::vector<std::string>& urls) {
    if (std::find(urls.begin(), urls.end(), url) == urls.end()) urls.push_back(url);
}

}  // namespace

std::vector<std::string> base_urls_of(const Target& target) {
    std::vector<std::string> urls;
    for (const auto* known : {&target.base_urls, &target.server_urls}) {
        for (const auto& [name, url] : *known) add_once(url, urls);
    }
    return urls;
}

bool needs_journal(const Target& target) {
    return target.may_be_written() && !target.has_control();
}

std::string name_prefix(const RunOptions& options) {
    return "plumbline-" + base_36(options.seed) + '-';
}

std::string record_name(const RunOptions& options, const std::string& scenario) {
    std::string ending = base_36(fingerprint(scenario) % kEndings);
    ending.insert(0, kEndingLength - ending.size(), '0');
    return name_prefix(options) + ending;
}

cleanup::Credentials credentials_of(const Target& target, const SharedJson& given) {
    cleanup::Credentials credentials{{"api_key", target.credentials.api_key},
                                     {"tenant_id", Secret(target.credentials.tenant_id)},
                                     {"other_api_key", target.other.api_key},
                                     {"other_tenant_id", Secret(target.other.tenant_id)}};
    for (auto& [name, secret] : credentials) {
        const std::string own = given ? string_or(*given, name, "") : "";
        if (!own.empty()) secret = Secret(own);
    }
    return credentials;
}

std::vector<std::string> secret_headers_of(const Suites& suites) {
    auto names = cleanup::credential_headers(documents_of(suites));
    std::erase_if(
        names, [](const std::string& name) { return equals_ignoring_case(name, "X-Tenant-Id"); });
    return names;
}

cleanup::Header journal_header(const Target& target,
                               const Suites& suites,
                               const RunOptions& options,
                               std::string run_id,
                               Instant started) {
    cleanup::Header header;
    header.run = std::move(run_id);
    header.started = started;
    header.target = target.title;
    header.urls = base_urls_of(target);
    header.timeout = target.timeout;
    header.consistency_wait = target.consistency_wait;
    header.prefix = name_prefix(options);
    for (const auto& [name, secret] : credentials_of(target, options.inputs)) {
        if (!secret.empty()) header.recognised[name] = cleanup::fingerprint(header.run, secret);
    }
    const auto documents = documents_of(suites);
    header.kinds = cleanup::kinds_of(documents);
    header.credential_headers = cleanup::credential_headers(documents);
    for (const auto& document : documents) {
        // Where nothing else says where a document is served, the document does.
        if (const auto declared = http::parse_url(document->server_url()))
            add_once(declared->to_text(), header.urls);
    }
    for (const auto& suite : suites) {
        for (const workflow::Suite* one : suite->with_sources()) {
            for (const workflow::Source& source : one->sources) {
                if (!source.server_url.empty()) add_once(source.server_url, header.urls);
            }
        }
    }
    return header;
}

Custody::Custody(const Stage& stage, const RunOptions& options, const Send& send)
    : stage_(stage), options_(options), send_(send) {
    if (!options.journal) return;
    const Send late = insisting(send, stage.stop);
    Send pass = [this, send, late](const client::Call& call) {
        return is_sweeping_ ? late(call) : send(call);
    };
    keeper_.emplace(*options.journal,
                    std::move(pass),
                    credentials_of(stage.target, options.inputs),
                    stage.target.timeout,
                    stage.target.consistency_wait > std::chrono::milliseconds::zero()
                        ? cleanup::Absence::kProvesNothing
                        : cleanup::Absence::kProvesOnceAnswered);
    send_ = [this](const client::Call& call) {
        // A workflow that was called since may have brought secrets of its own.
        if (secrets_) keeper_->begin(scenario_, *secrets_);
        return keeper_->perform(call);
    };
}

void Custody::begin(const workflow::Workflow& workflow, const std::vector<std::string>& secrets) {
    scenario_ = workflow.name;
    secrets_ = &secrets;
}

void Custody::sweep(std::vector<reports::ScenarioResult>& scenarios) {
    if (!keeper_) return;
    is_sweeping_ = true;
    for (const cleanup::Removal& removal : keeper_->sweep()) {
        for (reports::ScenarioResult& result : scenarios) {
            if (result.name != removal.entry.scenario) continue;
            reports::StepResult step = step_of(removal, result.where);
            result.verdict = verdicts::worst(result.verdict, step.verdict);
            result.steps.push_back(std::move(step));
        }
    }
}

reports::StepResult Custody::step_of(const cleanup::Removal& removal,
                                     const SourceRef& scenario) const {
    reports::StepResult step;
    step.id = reports::kCleanUp;
    step.cleanup = true;
    step.where = scenario;
    for (const client::Exchange& exchange : removal.exchanges)
        step.exchanges.push_back(record_of(stage_, exchange, *secrets_));
    if (removal.reason.empty()) return step;
    reports::Finding finding;
    finding.code = reports::kCleanUp;
    finding.verdict = stage_.severity.strict_cleanup ? Verdict::kFailed : Verdict::kWarned;
    finding.where = step.where;
    finding.expected = "nothing left behind the scenario";
    finding.got = describe(removal.entry) + ": " + removal.reason;
    finding.note = "something may be left at the target; try again with: " + options_.cleanup_line;
    step.verdict = finding.verdict;
    step.findings.push_back(std::move(finding));
    return step;
}

}  // namespace plumbline::runner
