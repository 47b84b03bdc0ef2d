// plumbline lint.

#include "conformance/app/commands.hpp"
#include "conformance/app/load_suites.hpp"
#include "conformance/workflow/lint.hpp"

namespace plumbline::app {
namespace {

std::string counted(std::size_t count, const char* one, const char* many) {
    return std::to_string(count) + ' ' + (count == 1 ? one : many);
}

}  // namespace

int lint_command(const LintCommand& command, std::ostream& out, std::ostream& err) {
    auto contract = load_contract();
    if (!contract) {
        err << to_text(contract.error()) << '\n';
        return kBroken;
    }
    const auto ledger = load_ledger();
    if (!ledger) {
        err << to_text(ledger.error()) << '\n';
        return kBroken;
    }
    workflow::Diagnosis diagnosis;
    const auto documents = suite_documents(command.files, diagnosis);
    const auto sources = source_loader(*contract);
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
