// Implements `plumbline cleanup`.

#include "conformance/app/cleanup_journals.hpp"
#include "conformance/app/cleanup_pass.hpp"
#include "conformance/app/commands.hpp"
#include "conformance/app/contract_files.hpp"
#include "conformance/app/default_profile.hpp"
#include "conformance/app/misspelt_variables.hpp"
#include "conformance/app/open_target.hpp"
#include "conformance/app/print_error.hpp"
#include "conformance/cleanup/cleanup.hpp"
#include "conformance/runner/runner.hpp"
#include "spec/base/file.hpp"
#include "spec/base/text.hpp"

#include <algorithm>
#include <filesystem>
#include <set>

namespace plumbline::app {
namespace {

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
    return join({urls.begin(), urls.end()}, ", ");
}

/// Loads the name mapping. Only this needs the contract.
Result<void> load_mapping(runner::Target& target, const ContractFiles& files) {
    if (target.vocabulary_file.empty()) return {};
    auto contract = load_named_contract(files);
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
        runner::with_rate_limit(runner::target_send(make_send(target, clock), target), limits.rate),
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

/// Returns whether the file may be removed: a journal, or what a killed run left of one.
Result<void> check_is_journal(const std::string& path) {
    std::error_code ignored;
    if (!std::filesystem::is_regular_file(path, ignored))
        return fail(ErrorCode::kNotFound, "no such journal: " + path);
    const auto file = cleanup::journal_file(path);
    if (!file) return fail(with_remedy(file.error(), path));
    if (*file != cleanup::JournalFile::kOther) return {};
    return fail(ErrorCode::kInvalid,
                path + " is not a clean-up journal; it stays",
                {},
                {"delete it yourself if it is not needed"});
}

/// Prints the lines of a journal that cannot be read.
void print_lines(const std::string& path, std::ostream& out) {
    constexpr std::size_t kMaxLines = 100;
    const auto text = read_file(path);
    if (!text) return;
    const auto lines = split(*text, '\n');
    for (std::size_t i = 0; i < std::min(lines.size(), kMaxLines); ++i) {
        if (!lines[i].empty()) out << "line    " << printable(std::string(lines[i])) << '\n';
    }
    if (lines.size() > kMaxLines)
        out << "line    ... and " << lines.size() - kMaxLines << " more\n";
}

void print_contents(const std::string& path, std::ostream& out, std::ostream& err) {
    const auto contents = cleanup::read_journal(path);
    if (!contents) {
        print_error(contents.error(), err);
        print_lines(path, out);
        return;
    }
    for (const Error& error : contents->damage) print_error(error, err);
    std::size_t closed = 0;
    for (const cleanup::JournalEntry& entry : contents->entries) {
        if (entry.stage == cleanup::ResourceStage::kClosed) {
            ++closed;
            continue;
        }
        out << "forgets " << printable(describe(entry)) << " at " << printable(entry.url)
            << ", from " << printable(entry.scenario) << '\n';
    }
    out << path << ": run " << printable(contents->header.run) << " at "
        << printable(contents->header.target) << ", " << contents->entries.size() - closed
        << " resources that may be left, " << closed << " that are not\n";
}

/// Prints what the named journals list and removes them. Journals of running runs and files that
/// are not journals stay. Returns the exit code.
int forget_journals(const CleanupCommand& command, std::ostream& out, std::ostream& err) {
    for (const std::string& path : command.forget) {
        if (const auto checked = check_is_journal(path); !checked)
            return report_setup_error(checked.error(), err);
    }
    int code = kConforms;
    for (const std::string& path : command.forget) {
        if (cleanup::is_in_use(path)) {
            out << "in use  " << path << ": its run is still in progress, so it stays\n";
            code = kDoesNotConform;
            continue;
        }
        print_contents(path, out, err);
        if (command.dry_run) {
            out << "would remove " << path << '\n';
            continue;
        }
        const auto removed = cleanup::remove_unless_in_use(path);
        if (removed && *removed) {
            out << "removed " << path << '\n';
            continue;
        }
        code = kDoesNotConform;
        if (!removed) print_error(with_remedy(removed.error(), path), err);
    }
    return code;
}

}  // namespace

int cleanup_command(const CleanupCommand& given, std::ostream& out, std::ostream& err) {
    if (!given.forget.empty()) return forget_journals(given, out, err);
    CleanupCommand command = given;
    command.target = with_default_profile(given.target, err);
    const auto paths = find_journals(command);
    if (!paths) return report_setup_error(paths.error(), err);
    const bool has_target = command.target.has_target();
    if (const std::string urls = urls_in(paths->journals);
        !has_target && !command.dry_run && !urls.empty()) {
        return report_setup_error({ErrorCode::kUsage,
                                   "cleanup needs a target: --url URL or --target PROFILE",
                                   {},
                                   {"the journals list resources at " + urls}},
                                  err);
    }
    // Without a target, all journals are empty here.
    auto open = has_target ? open_target(command.target) : OpenTarget{};
    if (!open) return report_setup_error(open.error(), err);
    print_diagnosis({{}, misspelt_variables(open->target)}, err);
    CleanupTask task{std::nullopt, !command.journals.empty(), out, err};
    if (has_target) task.urls = runner::base_urls_of(open->target);
    for (const Error& problem : paths->problems) print_error(problem, err);
    const int unreadable =
        paths->unreadable + remove_useless_files(*paths, command.dry_run, out, err);
    if (command.dry_run) {
        const int damaged = print_journals(paths->journals, task);
        return damaged + unreadable > 0 ? kDoesNotConform : kConforms;
    }
    const auto ready = load_mapping(open->target, command.target.contract);
    if (!ready) return report_setup_error(ready.error(), err);
    SystemClock clock;
    if (auto token = open_tokens(open->target, clock); !token)
        return report_error(token.error(), err);
    RequestLimits limits;
    limits.rate = std::make_shared<runner::RateLimiter>(open->target.max_rate.value_or(0), clock);
    const CleanupAccess access = access_to(open->target, command, limits, clock);
    const CleanupProgress progress = clean_journals(paths->journals, access, task, clock);
    if (const std::string note = limits.busy->note(limits.rate->lowest_rate()); !note.empty())
        out << "note: " << printable(note) << '\n';
    return print_summary(progress, unreadable, task);
}

}  // namespace plumbline::app
