// Implements `plumbline generate`.

#include "conformance/app/api_document.hpp"
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
#include <filesystem>

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

/// Returns the suites of documents of users. Errors: kUsage for --area; those of suite_of_api.
Result<generate::GeneratedSuites> suites_of_users(const std::vector<std::string>& files,
                                                  const GenerateCommand& command) {
    if (!command.areas.empty())
        return usage_error("--area is for the built-in documents", "name the documents to use");
    generate::GeneratedSuites suites;
    for (const std::string& file : files) {
        auto suite = suite_of_api(file, command.out);
        if (!suite) return fail(suite.error());
        for (std::size_t i = 0; i < suites.documents.size(); ++i) {
            if (suites.documents[i].file == suite->file)
                return usage_error(
                    files[i] + " and " + file + " would have the same suite, " + suite->file,
                    "write them into different folders, one command for each");
        }
        suites.documents.push_back(std::move(*suite));
    }
    return suites;
}

}  // namespace

int generate_command(const GenerateCommand& command, std::ostream& out, std::ostream& err) {
    const std::vector<std::string> files = user_documents(command.contract);
    const auto generated =
        files.empty() ? generate_suites(command) : suites_of_users(files, command);
    if (!generated) return report_setup_error(generated.error(), err);
    if (!generated->omissions.empty()) {
        for (const Error& one : generated->omissions) err << reports::error_lines("omitted: ", one);
        print_message(
            "nothing is written, because not all cases can be generated; `plumbline run "
            "--documents` runs those that can",
            err);
        return kInvalidSetup;
    }
    if (generated->documents.empty())
        print_message("nothing is written: there are no cases for these documents", err);
    for (const Document& document : generated->documents) {
        const std::string name = std::filesystem::path(document.file).filename().string();
        const std::string path = command.out + '/' + name;
        const auto written = write_file(path, to_pretty_text(*document.root) + '\n');
        if (!written) return report_setup_error(written.error(), err);
        out << path << '\n';
    }
    return kConforms;
}

}  // namespace plumbline::app
