#include "conformance/app/read_result.hpp"

#include "conformance/app/usage_error.hpp"
#include "reports/reports.hpp"
#include "spec/base/file.hpp"
#include "spec/json/parse.hpp"

#include <nlohmann/json.hpp>

namespace plumbline::app {
namespace {

/// Says what a file that cannot be read as a result should be.
tl::unexpected<Error> unusable(Error error) {
    error.notes.emplace_back("expected the result.json that `plumbline run --report-dir` wrote");
    return fail(std::move(error));
}

}  // namespace

Result<reports::RunResult> read_result(const std::string& path) {
    auto text = read_file(path);
    if (!text) return unusable(text.error());
    auto json = parse_json(*text, path);
    if (!json) return unusable(json.error());
    auto result = reports::run_result_from_json(*json);
    if (!result) return unusable(error_about(path, result.error()));
    return result;
}

Result<reports::RunResult> read_whole_result(const std::string& path) {
    auto result = read_result(path);
    if (!result) return result;
    if (auto checked = reports::check_comparable(*result); !checked)
        return fail(error_about(path, checked.error()));
    return result;
}

}  // namespace plumbline::app
