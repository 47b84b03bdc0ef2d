// plumbline lint.

#include "conformance/app/commands.hpp"
#include "conformance/app/load_suites.hpp"
#include "conformance/app/suite_sources.hpp"
#include "conformance/workflow/lint.hpp"
#include "reports/lint.hpp"

#include <algorithm>
#include <filesystem>

namespace plumbline::app {
namespace {

reports::LintRule rule_of(const workflow::Problem& problem) {
    switch (problem.severity) {
        case workflow::Severity::kError:
            return reports::lint_rule(to_text(problem.error.code));
        case workflow::Severity::kRefused:
            return reports::lint_rule("tolerated");
        case workflow::Severity::kElsewhere:
        case workflow::Severity::kWarning:
            return reports::lint_rule("doubtful");
        case workflow::Severity::kAdvice:
            return reports::lint_rule("portability");
    }
    return reports::lint_rule("invalid");
}

/// Returns the form that the command line, which knows no other names, asks for.
const reports::LintForm& form_of(const LintCommand& command) {
    const auto& forms = reports::lint_forms();
    const auto found = std::find_if(forms.begin(), forms.end(), [&](const reports::LintForm& form) {
        return form.name == command.format;
    });
    return found == forms.end() ? forms.front() : *found;
}

/// Checks all suites; errors come before advice. What suites share is told once.
reports::LintResult lint(SuiteFiles read, const workflow::Loaders& loaders, const Ledger& ledger) {
    reports::LintResult result;
    result.tool_version = PLUMBLINE_VERSION;
    std::error_code ignored;  // without a folder, absolute paths stay as they are
    result.folder = std::filesystem::current_path(ignored).string();
    result.suites = read.documents.size();
    const auto add = [&](workflow::Problem problem, const std::string& file) {
        const bool is_known = std::any_of(
            result.findings.begin(), result.findings.end(), [&](const reports::LintFinding& one) {
                return one.error == problem.error;
            });
        if (is_known) return;
        const reports::LintRule rule = rule_of(problem);
        // What is said of an OpenAPI document stands in that.
        const std::string& own = problem.error.where.file;
        result.findings.push_back({rule, own.empty() ? file : own, std::move(problem.error)});
    };
    for (UnreadSuite& unread : read.unread)
        add({workflow::Severity::kError, std::move(unread.error)}, unread.path);
    for (workflow::Linted& linted : workflow::lint_all(read.documents, loaders, &ledger)) {
        for (workflow::Problem& problem : linted.problems)
            add(std::move(problem), linted.document->file);
    }
    std::stable_partition(result.findings.begin(), result.findings.end(), [](const auto& finding) {
        return finding.is_error();
    });
    return result;
}

/// The same loader, which tells what each source of a suite is.
workflow::SourceLoader telling(workflow::SourceLoader loader,
                               std::shared_ptr<const Contract> contract,
                               std::ostream& out) {
    return [loader = std::move(loader), contract = std::move(contract), &out](
               const std::string& name, const std::string& url, const std::string& suite) {
        auto api = loader(name, url, suite);
        if (!api) return api;
        const auto& ours = contract->documents;
        const bool is_ours = std::find(ours.begin(), ours.end(), *api) != ours.end();
        out << suite << ": source " << name << " is " << (*api)->document().file
            << (is_ours ? ", the contract's own\n" : "\n");
        return api;
    };
}

/// The same for documents whose workflows are used.
workflow::DocumentLoader telling(workflow::DocumentLoader loader, std::ostream& out) {
    return [loader = std::move(loader), &out](
               const std::string& name, const std::string& url, const Document& referrer) {
        auto document = loader(name, url, referrer);
        if (document)
            out << referrer.file << ": source " << name << " is " << (*document)->file << '\n';
        return document;
    };
}

}  // namespace

int lint_command(const LintCommand& command, std::ostream& out, std::ostream& err) {
    auto contract = load_contract(command.documents);
    if (!contract) {
        err << to_text(contract.error()) << '\n';
        return kBroken;
    }
    const auto ledger = load_ledger(command.documents);
    if (!ledger) {
        err << to_text(ledger.error()) << '\n';
        return kBroken;
    }
    const reports::LintForm& form = form_of(command);
    // What is told to people beside a document for programs must not get into it.
    std::ostream& aside = form.name == "text" ? out : err;
    SuiteFiles read = suite_documents(command.files);
    const SuiteOrigin origin = origin_of(command.files);
    workflow::Loaders loaders{source_loader(*contract, origin),
                              document_loader(read.documents, origin)};
    if (command.verbose) {
        loaders.apis = telling(std::move(loaders.apis), *contract, aside);
        loaders.documents = telling(std::move(loaders.documents), aside);
    }
    const reports::LintResult result = lint(std::move(read), loaders, *ledger);
    out << form.render(result);
    return result.errors() == 0 ? kConforms : kBroken;
}

}  // namespace plumbline::app
