#include "conformance/runner/result/deleted_records.hpp"

#include "spec/http/message.hpp"

#include <string>
#include <string_view>
#include <unordered_set>

namespace plumbline::runner {
namespace {

using reports::ExchangeRecord;

std::string_view without_query(std::string_view url) {
    return url.substr(0, url.find('?'));
}

template <typename Visit>
void for_each_exchange(std::vector<reports::ScenarioResult>& scenarios, Visit visit) {
    for (reports::ScenarioResult& scenario : scenarios) {
        for (reports::StepResult& step : scenario.steps) {
            for (ExchangeRecord& exchange : step.exchanges) visit(exchange);
        }
    }
}

/// Returns whether a URL or one that it is below is in the set.
bool is_below(std::string_view url, const std::unordered_set<std::string>& known) {
    const std::size_t scheme = url.find("://");
    const std::size_t host = scheme == std::string_view::npos ? 0 : scheme + 3;
    while (url.size() > host) {
        if (known.contains(std::string(url))) return true;
        const std::size_t slash = url.rfind('/');
        if (slash == std::string_view::npos) return false;
        url = url.substr(0, slash);
    }
    return false;
}

}  // namespace

void mark_deleted_records(std::vector<reports::ScenarioResult>& scenarios) {
    std::unordered_set<std::string> deleted;
    for_each_exchange(scenarios, [&](const ExchangeRecord& exchange) {
        if (exchange.method == "DELETE" && http::is_success(exchange.status))
            deleted.emplace(without_query(exchange.url));
    });
    if (deleted.empty()) return;
    for_each_exchange(scenarios, [&](ExchangeRecord& exchange) {
        const bool is_same_anyway =
            exchange.status == 0 || exchange.status == 404 || exchange.status == 410;
        exchange.record_deleted = !is_same_anyway && is_below(without_query(exchange.url), deleted);
    });
}

}  // namespace plumbline::runner
