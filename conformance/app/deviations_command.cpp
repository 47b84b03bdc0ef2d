// Implements `plumbline deviations`.

#include "conformance/app/commands.hpp"
#include "conformance/app/print_error.hpp"
#include "conformance/app/read_result.hpp"
#include "conformance/app/selection.hpp"
#include "conformance/app/usage_error.hpp"
#include "conformance/deviations/deviations.hpp"
#include "reports/reports.hpp"
#include "spec/base/clock.hpp"
#include "spec/base/file.hpp"
#include "spec/base/name_hint.hpp"
#include "spec/base/text.hpp"

#include <algorithm>
#include <filesystem>

namespace plumbline::app {
namespace {

using deviations::WrittenEntries;
using deviations::WrittenEntry;
using reports::DeviationEntry;
using reports::DeviationResult;

std::string counted(std::size_t count) {
    return std::to_string(count) + (count == 1 ? " entry" : " entries");
}

/// Returns the text of a file; "" for one that does not exist.
Result<std::string> text_if_any(const std::string& path) {
    std::error_code ignored;
    if (!std::filesystem::exists(path, ignored)) return std::string();
    return read_file(path);
}

Result<void> check_options(const deviations::ProposalOptions& proposal) {
    if (trimmed(proposal.reason).empty()) {
        return usage_error("--reason is missing: an entry says why the target may deviate",
                           "for example --reason 'accepted until release 7', best with --issue and "
                           "--until");
    }
    for (const auto& [option, text] : {std::pair("--reason", &proposal.reason),
                                       std::pair("--owner", &proposal.owner),
                                       std::pair("--issue", &proposal.issue)}) {
        if (!is_utf8(*text)) return usage_error(std::string(option) + " is not UTF-8 text");
    }
    const bool is_url =
        (proposal.issue.starts_with("http://") || proposal.issue.starts_with("https://")) &&
        proposal.issue.find(' ') == std::string::npos;
    if (!proposal.issue.empty() && !is_url)
        return usage_error("--issue: found \"" + proposal.issue +
                           "\", expected a URL, https://...");
    if (proposal.until.empty()) return {};
    auto day = deviations::check_day(proposal.until);
    if (!day) return usage_error("--" + day.error().message);
    return {};
}

/// Checks that the selection names something in the result, so that a misspelt name does not
/// silently add nothing.
Result<void> check_selection(const DeviationsCommand& command, const reports::RunResult& result) {
    std::vector<std::string> names;
    std::vector<std::string> ids;
    for (const auto& scenario : result.scenarios) names.push_back(scenario.name);
    for (const DeviationEntry& entry : deviations::proposed_entries(result, {}))
        if (!entry.requirement.empty()) ids.push_back(entry.requirement);
    if (auto known = check_globs("--only", command.proposal.only, names, "of the result "); !known)
        return known;
    for (const std::string& id : command.proposal.requirements) {
        if (std::ranges::find(ids, id) != ids.end()) continue;
        return usage_error("--requirement " + id + ": no finding of the result fails for it" +
                           name_hint(id, ids));
    }
    return {};
}

/// The entries to add, and those that the file has already.
struct EntryChanges {
    std::vector<DeviationEntry> added;
    std::vector<DeviationEntry> present;
    int expired = 0;  ///< present ones that have expired
};

EntryChanges changes_for(const std::vector<DeviationEntry>& proposed,
                         const WrittenEntries& existing,
                         const std::string& today) {
    EntryChanges changes;
    for (const DeviationEntry& entry : proposed) {
        const auto known = std::ranges::find_if(existing, [&](const WrittenEntry& one) {
            return one.entry.requirement == entry.requirement && one.entry.code == entry.code &&
                   one.entry.scenario == entry.scenario;
        });
        if (known == existing.end()) {
            changes.added.push_back(entry);
            continue;
        }
        changes.present.push_back(known->entry);
        if (!known->entry.until.empty() && known->entry.until < today) ++changes.expired;
    }
    return changes;
}

void print_changes(const DeviationsCommand& command,
                   const EntryChanges& changes,
                   const std::string& today,
                   std::ostream& out) {
    for (const DeviationEntry& entry : changes.present) {
        out << "kept " << to_text(entry.where) << ": " << reports::coverage_text(entry);
        if (!entry.until.empty() && entry.until < today)
            out << ", which expired on " << entry.until << ": extend its `until` or remove it";
        out << '\n';
    }
    const char* verb = command.dry_run ? "would add " : "added ";
    for (const DeviationEntry& entry : changes.added)
        out << verb << reports::coverage_text(entry) << '\n';
    if (changes.added.empty()) {
        out << "nothing to add: "
            << (changes.present.empty() ? "no finding that an entry can cover failed"
                                        : "the file has all entries")
            << '\n';
        return;
    }
    out << verb << counted(changes.added.size()) << " to " << command.file << '\n';
}

Result<ConformanceExit> add_entries(const DeviationsCommand& command, std::ostream& out) {
    if (auto checked = check_options(command.proposal); !checked) return fail(checked.error());
    const auto result = read_result(command.result);
    if (!result) return fail(result.error());
    if (auto checked = check_selection(command, *result); !checked) return fail(checked.error());
    const auto text = text_if_any(command.file);
    if (!text) return fail(text.error());
    const auto existing = deviations::parse_entries(*text, command.file);
    if (!existing) return fail(existing.error());
    const std::string today = deviations::day_of(SystemClock().now());
    const auto changes =
        changes_for(deviations::proposed_entries(*result, command.proposal), *existing, today);
    const auto longer = deviations::append_entries(*text, command.file, changes.added);
    if (!longer) return fail(longer.error());
    if (!command.dry_run && !changes.added.empty()) {
        if (auto written = write_file(command.file, *longer); !written)
            return fail(written.error());
    }
    print_changes(command, changes, today, out);
    return changes.expired > 0 ? kDoesNotConform : kConforms;
}

bool is_same_text(DeviationEntry a, const DeviationEntry& b) {
    a.where = b.where;
    return a == b;
}

/// Returns the index of the entry in the file; none if the file does not have it (any more).
std::optional<std::size_t> index_of(const DeviationEntry& entry,
                                    const WrittenEntries& written,
                                    const std::vector<std::size_t>& taken) {
    for (std::size_t i = 0; i < written.size(); ++i) {
        const bool is_free = std::ranges::find(taken, i) == taken.end();
        if (is_free && is_same_text(written[i].entry, entry)) return i;
    }
    return std::nullopt;
}

Result<ConformanceExit> prune_entries(const DeviationsCommand& command, std::ostream& out) {
    const auto result = read_result(command.result);
    if (!result) return fail(result.error());
    const auto text = read_file(command.file);
    if (!text) return fail(text.error());
    const auto written = deviations::parse_entries(*text, command.file);
    if (!written) return fail(written.error());
    std::vector<std::size_t> removed;
    std::string report;
    const std::string verb = command.dry_run ? "would remove " : "removed ";
    for (const DeviationResult& one : result->deviations) {
        if (!reports::fails_run(one.status)) continue;
        const auto index = index_of(one.entry, *written, removed);
        report += (index ? verb : "not in " + command.file + ": ") +
                  to_text(index ? (*written)[*index].entry.where : one.entry.where) + ": " +
                  reports::coverage_text(one.entry) + " (" + std::string(to_text(one.status)) +
                  ")\n";
        if (index) removed.push_back(*index);
    }
    const auto shorter = deviations::remove_entries(*text, command.file, removed);
    if (!shorter) return fail(shorter.error());
    if (!command.dry_run && !removed.empty()) {
        if (auto saved = write_file(command.file, *shorter); !saved) return fail(saved.error());
    }
    out << report;
    if (removed.empty()) {
        out << "nothing to remove from " << command.file << '\n';
    } else {
        out << verb << counted(removed.size()) << " from " << command.file << '\n';
    }
    return kConforms;
}

}  // namespace

int deviations_command(const DeviationsCommand& command, std::ostream& out, std::ostream& err) {
    const auto code = command.action == DeviationsAction::kAdd ? add_entries(command, out)
                                                               : prune_entries(command, out);
    return code ? *code : report_setup_error(code.error(), err);
}

}  // namespace plumbline::app
