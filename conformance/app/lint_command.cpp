// plumbline lint.

#include "conformance/app/commands.hpp"
#include "conformance/app/load_suites.hpp"
#include "conformance/workflow/lint.hpp"

#include <algorithm>

namespace plumbline::app {
namespace {

std::string counted(std::size_t count, const char* one, const char* many) {
    return std::to_string(count) + ' ' + (count == 1 ? one : many);
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
    workflow::Diagnosis diagnosis;
    const auto documents = suite_documents(command.files, diagnosis);
    auto sources = source_loader(*contract, origin_of(command.files));
    if (command.verbose) sources = telling(std::move(sources), *contract, out);
    for (const Document& document : documents) {
        diagnosis.add(workflow::lint_suite(document, sources, &*ledger));
    }
    for (const Error& error : diagnosis.errors) out << to_text(error) << '\n';
    for (const Error& warning : diagnosis.warnings) out << "advice: " << to_text(warning) << '\n';
    out << counted(documents.size(), "suite", "suites") << ", "
        << counted(diagnosis.errors.size(), "error", "errors") << ", "
        << counted(diagnosis.warnings.size(), "piece of advice", "pieces of advice") << '\n';
    return diagnosis.errors.empty() ? kConforms : kBroken;
}

}  // namespace plumbline::app
