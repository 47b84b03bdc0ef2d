#include "conformance/app/repository_files.hpp"

#include <filesystem>
#include <set>
#include <system_error>

namespace plumbline::app {
namespace {

namespace fs = std::filesystem;

std::set<std::string> files_of_positions(const reports::RunResult& result,
                                         bool has_built_in_suites) {
    std::set<std::string> files;
    for (const reports::DeviationResult& deviation : result.deviations)
        files.insert(deviation.entry.where.file);
    if (has_built_in_suites) return files;
    for (const reports::ScenarioResult& scenario : result.scenarios) {
        files.insert(scenario.where.file);
        for (const reports::StepResult& step : scenario.steps) {
            files.insert(step.where.file);
            for (const reports::Finding& finding : step.findings) files.insert(finding.where.file);
        }
    }
    return files;
}

fs::path repository_folder(const fs::path& current) {
    std::error_code ignored;  // a folder that cannot be read is not the repository
    for (fs::path folder = current; folder != folder.parent_path(); folder = folder.parent_path()) {
        if (fs::exists(folder / ".git", ignored)) return folder;
    }
    return current;
}

}  // namespace

void add_repository_files(reports::RunResult& result, bool has_built_in_suites) {
    std::error_code problem;
    const fs::path current = fs::current_path(problem);
    if (problem) return;
    const fs::path repository = repository_folder(current);
    for (const std::string& file : files_of_positions(result, has_built_in_suites)) {
        if (file.empty() || !fs::is_regular_file(file, problem)) continue;
        const fs::path path = (current / file).lexically_normal().lexically_relative(repository);
        if (!path.empty() && *path.begin() != "..") result.files.emplace(file, path.string());
    }
}

}  // namespace plumbline::app
