// plumbline generate.

#include "conformance/app/commands.hpp"
#include "conformance/app/load_suites.hpp"
#include "conformance/generate/generate.hpp"
#include "spec/base/file.hpp"
#include "spec/base/text.hpp"
#include "spec/json/print.hpp"

#include <algorithm>

namespace plumbline::app {
namespace {

/// Errors: kUsage, naming the areas there are.
Result<void> check_document_names(const std::vector<std::string>& areas, const Contract& contract) {
    std::vector<std::string> known;
    for (const auto& api : contract.documents) {
        if (api->name() != kControlDocument) known.push_back(api->name());
    }
    for (const std::string& area : areas) {
        if (std::find(known.begin(), known.end(), area) != known.end()) continue;
        return fail(
            ErrorCode::kUsage,
            "--area " + area + ": there is no such area, expected one of " + join(known, ", "));
    }
    return {};
}

Result<generate::Generated> generated(const GenerateCommand& command) {
    const auto contract = load_contract(command.documents);
    if (!contract) return fail(contract.error());
    auto known = check_document_names(command.areas, **contract);
    if (!known) return fail(known.error());
    return generate::generate(**contract, {command.areas, {}});
}

}  // namespace

int generate_command(const GenerateCommand& command, std::ostream& out, std::ostream& err) {
    const auto made = generated(command);
    if (!made) {
        err << "plumbline: " << to_text(made.error()) << '\n';
        return kBroken;
    }
    if (!made->left_out.empty()) {
        for (const Error& one : made->left_out) err << "left out: " << to_text(one) << '\n';
        err << "plumbline: nothing is written, for not all cases can be made; `plumbline run "
               "--documents` plays those that can\n";
        return kBroken;
    }
    for (const Document& document : made->documents) {
        const std::string name = document.file.substr(generate::kFolder.size());
        const std::string path = command.out + '/' + name;
        const auto written = write_file(path, to_pretty_text(*document.root) + '\n');
        if (!written) {
            err << "plumbline: " << to_text(written.error()) << '\n';
            return kBroken;
        }
        out << path << '\n';
    }
    return kConforms;
}

}  // namespace plumbline::app
