// Implements `plumbline generate`.

#include "conformance/app/commands.hpp"
#include "conformance/app/contract_files.hpp"
#include "conformance/app/load_suites.hpp"
#include "conformance/app/print_error.hpp"
#include "conformance/app/usage_error.hpp"
#include "conformance/generate/generate.hpp"
#include "reports/reports.hpp"
#include "spec/base/file.hpp"
#include "spec/base/text.hpp"
#include "spec/json/print.hpp"

#include <algorithm>

namespace plumbline::app {
namespace {

/// Checks the area names. Errors: kUsage, listing the known areas.
Result<void> check_document_names(const std::vector<std::string>& areas, const Contract& contract) {
    std::vector<std::string> known;
    for (const auto& api : contract.documents) {
        if (api->name() != kControlDocument) known.push_back(api->name());
    }
    for (const std::string& area : areas) {
        if (std::ranges::find(known, area) != known.end()) continue;
        return usage_error("--area " + area + ": unknown area, expected one of " +
                           join(known, ", "));
    }
    return {};
}

Result<generate::GeneratedSuites> generate_suites(const GenerateCommand& command) {
    const auto contract = load_named_contract(command.contract);
    if (!contract) return fail(contract.error());
    if (auto known = check_document_names(command.areas, **contract); !known)
        return fail(known.error());
    return generate::generate_suites(**contract, {command.areas, {}});
}

}  // namespace

int generate_command(const GenerateCommand& command, std::ostream& out, std::ostream& err) {
    const auto generated = generate_suites(command);
    if (!generated) return report_setup_error(generated.error(), err);
    if (!generated->omissions.empty()) {
        for (const Error& one : generated->omissions) err << reports::error_lines("omitted: ", one);
        print_message(
            "nothing is written, because not all cases can be generated; `plumbline run "
            "--documents` runs those that can",
            err);
        return kInvalidSetup;
    }
    for (const Document& document : generated->documents) {
        const std::string name = document.file.substr(generate::kGeneratedFolder.size());
        const std::string path = command.out + '/' + name;
        const auto written = write_file(path, to_pretty_text(*document.root) + '\n');
        if (!written) return report_setup_error(written.error(), err);
        out << path << '\n';
    }
    return kConforms;
}

}  // namespace plumbline::app
