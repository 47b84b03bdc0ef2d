// Implements `plumbline new suite`.

#include "conformance/app/api_document.hpp"
#include "conformance/app/commands.hpp"
#include "conformance/app/print_error.hpp"
#include "spec/base/file.hpp"
#include "spec/json/print.hpp"

#include <filesystem>

namespace plumbline::app {

int new_suite_command(const NewSuiteCommand& command, std::ostream& out, std::ostream& err) {
    const std::filesystem::path file(command.out);
    const auto suite =
        suite_of_api(command.api, command.out.empty() ? "" : (file.parent_path() / ".").string());
    if (!suite) return report_setup_error(suite.error(), err);
    const std::string text = to_pretty_text(*suite->root) + '\n';
    if (command.out.empty()) {
        out << text;
        return kConforms;
    }
    const auto written = write_file(command.out, text);
    if (!written) return report_setup_error(written.error(), err);
    out << "wrote " << command.out << '\n';
    return kConforms;
}

}  // namespace plumbline::app
