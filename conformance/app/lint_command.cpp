// Implements `plumbline lint`.

#include "conformance/app/commands.hpp"
#include "conformance/app/contract_files.hpp"
#include "conformance/app/given_sources.hpp"
#include "conformance/app/load_suites.hpp"
#include "conformance/app/print_error.hpp"
#include "conformance/app/suite_sources.hpp"
#include "conformance/workflow/read_suites.hpp"
#include "reports/reports.hpp"
#include "spec/base/wrapped_text.hpp"

#include <algorithm>
#include <filesystem>

namespace plumbline::app {
namespace {

reports::LintRule rule_of(const workflow::SuiteProblem& problem) {
    switch (problem.severity) {
        case workflow::ProblemSeverity::kError:
            return reports::lint_rule(to_text(problem.error.code));
        case workflow::ProblemSeverity::kNonconforming:
            return reports::lint_rule("tolerated");
        case workflow::ProblemSeverity::kUnavailable:
        case workflow::ProblemSeverity::kWarning:
            return reports::lint_rule("doubtful");
        case workflow::ProblemSeverity::kSuggestion:
            return reports::lint_rule("portability");
    }
    return reports::lint_rule("invalid");
}

/// Returns the selected format; the command line accepts no unknown names.
const reports::LintFormat& format_of(const LintCommand& command) {
    const auto& forms = reports::lint_formats();
    const auto found = std::ranges::find_if(
        forms, [&](const reports::LintFormat& form) { return form.name == command.format; });
    return found == forms.end() ? forms.front() : *found;
}

/// Checks all suites; errors come before suggestions. Findings of shared documents are reported
/// once.
reports::LintResult lint(SuiteFiles read, const workflow::Loaders& loaders, const Ledger& ledger) {
    reports::LintResult result;
    result.tool_version = PLUMBLINE_VERSION;
    std::error_code ignored;  // without a folder, absolute paths are printed unchanged
    result.folder = std::filesystem::current_path(ignored).string();
    result.suites = read.documents.size();
    const auto add = [&](workflow::SuiteProblem problem, const std::string& file) {
        const bool is_known = std::ranges::any_of(
            result.findings,
            [&](const reports::LintFinding& one) { return one.error == problem.error; });
        if (is_known) return;
        const reports::LintRule rule = rule_of(problem);
        // Problems of an OpenAPI document have a position in that document.
        const std::string& own = problem.error.where.file;
        result.findings.push_back({rule, own.empty() ? file : own, std::move(problem.error)});
    };
    for (UnreadableSuite& unread : read.unreadable)
        add({workflow::ProblemSeverity::kError, std::move(unread.error)}, unread.path);
    for (workflow::DocumentProblems& linted :
         workflow::lint_all(read.documents, loaders, &ledger)) {
        for (workflow::SuiteProblem& problem : linted.problems)
            add(std::move(problem), linted.document->file);
    }
    std::stable_partition(result.findings.begin(), result.findings.end(), [](const auto& finding) {
        return finding.is_error();
    });
    return result;
}

std::string source_line(const std::string& suite,
                        const std::string& name,
                        const std::string& file,
                        const std::string& remark) {
    return wrapped("", printable(suite + ": source " + name + " is " + file + remark), 4);
}

/// Wraps a loader to print which document each source of a suite is.
workflow::SourceLoader with_source_output(workflow::SourceLoader loader,
                                          std::shared_ptr<const Contract> contract,
                                          std::ostream& out) {
    return [loader = std::move(loader), contract = std::move(contract), &out](
               const std::string& name, const std::string& url, const std::string& suite) {
        auto api = loader(name, url, suite);
        if (!api) return api;
        const auto& ours = contract->documents;
        const bool is_ours = std::ranges::find(ours, *api) != ours.end();
        out << source_line(
            suite, name, (*api)->document().file, is_ours ? ", from the contract" : "");
        return api;
    };
}

/// The same for Arazzo documents.
workflow::DocumentLoader with_source_output(workflow::DocumentLoader loader, std::ostream& out) {
    return [loader = std::move(loader), &out](
               const std::string& name, const std::string& url, const Document& referrer) {
        auto document = loader(name, url, referrer);
        if (document) out << source_line(referrer.file, name, (*document)->file, "");
        return document;
    };
}

}  // namespace

int lint_command(const LintCommand& command, std::ostream& out, std::ostream& err) {
    if (const auto known = check_has_suites(command.contract, command.files); !known)
        return report_setup_error(known.error(), err);
    auto contract = load_named_contract(command.contract);
    const auto ledger = load_named_ledger(command.contract);
    if (!contract || !ledger) {
        return report_setup_error(contract ? ledger.error() : contract.error(), err);
    }
    const reports::LintFormat& form = format_of(command);
    // This output must not become part of a machine-readable result.
    std::ostream& notes = form.name == "text" ? out : err;
    SuiteFiles read = suite_documents(command.files);
    const SuiteOrigin origin = origin_of(command.files);
    const auto given = GivenSources::parse(command.sources);
    if (!given) return report_setup_error(given.error(), err);
    const std::vector<workflow::SharedDocument> documents = read.documents;
    workflow::Loaders loaders =
        given->applied_to({source_loader(*contract, origin), document_loader(documents, origin)});
    if (command.verbose) {
        loaders.apis = with_source_output(std::move(loaders.apis), *contract, notes);
        loaders.documents = with_source_output(std::move(loaders.documents), notes);
    }
    const reports::LintResult result = lint(std::move(read), loaders, *ledger);
    if (auto known = given->check_names(documents); !known)
        return report_setup_error(known.error(), err);
    out << form.render(result);
    return result.errors() == 0 ? kConforms : kInvalidSetup;
}

}  // namespace plumbline::app
