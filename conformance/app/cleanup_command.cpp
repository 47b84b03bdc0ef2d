// Implements `plumbline cleanup`.

#include "conformance/app/cleanup_forget.hpp"
#include "conformance/app/cleanup_journals.hpp"
#include "conformance/app/cleanup_pass.hpp"
#include "conformance/app/commands.hpp"
#include "conformance/app/make_send.hpp"
#include "conformance/app/open_target.hpp"
#include "conformance/cleanup/cleanup.hpp"
#include "conformance/runner/runner.hpp"

#include <set>

namespace plumbline::app {
namespace {

int report_usage_error(const Error& error, std::ostream& err) {
    print_error(error, err);
    return kInvalidSetup;
}

/// Returns the base URLs of the open entries of the journals, for a user who named no target.
std::string urls_in(const std::vector<std::string>& paths) {
    std::set<std::string> urls;
    for (const std::string& path : paths) {
        const auto contents = cleanup::read_journal(path);
        if (!contents) continue;
        for (const cleanup::JournalEntry& entry : contents->entries) {
            if (entry.stage != cleanup::ResourceStage::kClosed) urls.insert(entry.url);
        }
    }
    std::string text;
    for (const std::string& url : urls) text += (text.empty() ? "" : ", ") + url;
    return text;
}

/// Loads the name mapping. Only this needs the contract.
Result<void> load_mapping(runner::Target& target, const std::string& documents) {
    if (target.vocabulary_file.empty()) return {};
    auto contract = load_contract(documents);
    if (!contract) return fail(contract.error());
    return load_name_mapping(target, *contract);
}

/// What a clean-up does about a target that limits the rate.
struct RequestLimits {
    std::shared_ptr<runner::RateLimiter> rate;
    std::shared_ptr<runner::BusyTargetLog> busy = std::make_shared<runner::BusyTargetLog>();
};

CleanupAccess access_to(const runner::Target& target,
                        const CleanupCommand& command,
                        const RequestLimits& limits,
                        Clock& clock) {
    CleanupAccess access;
    const client::Send send = runner::with_busy_retries(
        runner::with_rate_limit(
            runner::with_name_mapping(make_send(target, clock), target.name_mapping), limits.rate),
        limits.busy,
        limits.rate,
        clock);
    access.send = [send](const client::HttpCall& call) {
        client::HttpCall deleting = call;
        deleting.is_cleanup = true;
        return send(deleting);
    };
    access.credentials = runner::cleanup_credentials(target, target.inputs.values);
    access.timeout = target.timeout;
    access.consistency_wait = target.consistency_wait;
    if (command.wait) {
        access.wait = std::chrono::duration_cast<Duration>(
            std::chrono::duration<double>(command.wait_deadline_s));
    }
    return access;
}

}  // namespace

int cleanup_command(const CleanupCommand& command, std::ostream& out, std::ostream& err) {
    if (!command.forget.empty()) return forget_journals(command, out, err);
    const auto paths = find_journals(command);
    if (!paths) return report_usage_error(paths.error(), err);
    const bool has_target = command.target.has_target();
    if (const std::string urls = urls_in(paths->journals);
        !has_target && !command.dry_run && !urls.empty()) {
        return report_usage_error({ErrorCode::kUsage,
                                   "cleanup needs a target: --url URL or --target PROFILE",
                                   {},
                                   {"the journals list resources at " + urls}},
                                  err);
    }
    // Without a target, all journals are empty here.
    auto open = has_target ? open_target(command.target) : OpenTarget{};
    if (!open) return report_usage_error(open.error(), err);
    CleanupTask task{std::nullopt, !command.journals.empty(), out, err};
    if (has_target) task.urls = runner::base_urls_of(open->target);
    for (const Error& problem : paths->problems) print_error(problem, err);
    const int unreadable =
        paths->unreadable + remove_useless_files(*paths, command.dry_run, out, err);
    if (command.dry_run) {
        const int damaged = print_journals(paths->journals, task);
        return damaged + unreadable > 0 ? kDoesNotConform : kConforms;
    }
    const auto ready = load_mapping(open->target, command.target.documents);
    if (!ready) return report_usage_error(ready.error(), err);
    SystemClock clock;
    RequestLimits limits;
    limits.rate = std::make_shared<runner::RateLimiter>(open->target.max_rate.value_or(0), clock);
    const CleanupAccess access = access_to(open->target, command, limits, clock);
    const CleanupProgress progress = clean_journals(paths->journals, access, task, clock);
    if (const std::string note = limits.busy->note(limits.rate->lowest_rate()); !note.empty())
        out << "note: " << printable(note) << '\n';
    return print_summary(progress, unreadable, task);
}

}  // namespace plumbline::app
