#include "conformance/app/ci_output.hpp"

#include "conformance/host/host.hpp"

#include <algorithm>

namespace plumbline::app {
namespace {

bool has_form(const std::vector<reports::ReportFile>& files, std::string_view name) {
    return std::any_of(files.begin(), files.end(), [&](const reports::ReportFile& file) {
        return file.format->name == name;
    });
}

}  // namespace

CiOutput::CiOutput(std::ostream& out, const std::string& token) : out_(out) {
    if (host::environment_value("GITHUB_ACTIONS") != "true") return;
    stop_ = "::stop-commands::" + token + '\n';
    resume_ = "::" + token + "::\n";
    summary_ = host::environment_value("GITHUB_STEP_SUMMARY");
    out_ << stop_ << std::flush;
}

CiOutput::~CiOutput() {
    out_ << resume_ << std::flush;
}

Result<void> CiOutput::write(const reports::RunResult& result,
                             const std::vector<reports::ReportFile>& files) {
    if (resume_.empty()) return {};
    if (!has_form(files, "github"))
        out_ << resume_ << reports::render_annotations(result) << stop_ << std::flush;
    if (summary_.empty() || has_form(files, "markdown")) return {};
    return reports::append_summary(result, summary_);
}

}  // namespace plumbline::app
