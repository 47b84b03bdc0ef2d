#include "reports/report_file.hpp"

#include "spec/base/file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <system_error>

namespace plumbline::reports {
namespace {

Result<ReportFile> parse_report_file(const std::string& text) {
    const std::size_t split = text.find('=');
    auto format = find_format(text.substr(0, split));
    if (!format) return fail(format.error());
    const std::string path = split == std::string::npos ? "" : text.substr(split + 1);
    if (path.empty())
        return fail(ErrorCode::kUsage,
                    fmt::format("found \"{}\", expected FORM=FILE such as {}={}",
                                text,
                                (*format)->name,
                                (*format)->file));
    if (path == "-" && (*format)->render == nullptr)
        return fail(ErrorCode::kUsage,
                    fmt::format("{} is a folder of files, which standard output cannot be; name a "
                                "folder: {}={}",
                                (*format)->name,
                                (*format)->name,
                                (*format)->file));
    return ReportFile{*format, path};
}

namespace fs = std::filesystem;

/// Checks that write_report can write one report.
Result<void> check_report_file(const ReportFile& file) {
    if (file.format->render == nullptr) return check_writable_folder(file.path);
    const std::string target = final_path(file.path);
    std::error_code ignored;
    const fs::file_status status = fs::status(target, ignored);
    if (fs::is_directory(status)) {
        return fail(ErrorCode::kIo,
                    fmt::format("cannot write {}: it is a folder; name a file, such as {}/{}",
                                file.path,
                                file.path,
                                file.format->file));
    }
    // A device or pipe is only written to, whatever its folder allows. A pipe is not opened before
    // the end of the run: its reader would see the end.
    if (fs::exists(status) && !fs::is_regular_file(status)) return {};
    const std::string folder = fs::path(target).parent_path().string();
    return check_writable_folder(folder.empty() ? "." : folder);
}

/// A file that a run writes, and how the user has named it.
struct NamedFile {
    std::string name;
    std::string path;
};

std::vector<NamedFile> named_files(const std::vector<ReportFile>& files,
                                   const std::string& folder,
                                   const std::vector<std::string>& formats) {
    std::vector<NamedFile> named;
    for (const ReportFile& file : files) {
        if (!file.is_standard_output())
            named.push_back(
                {fmt::format("--report {}={}", file.format->name, file.path), file.path});
    }
    if (folder.empty()) return named;
    for (const ReportFormat* form : selected_formats(formats))
        named.push_back({fmt::format("--report-dir {} ({})", folder, form->name),
                         fmt::format("{}/{}", folder, form->file)});
    return named;
}

/// Returns the path by which two names of one file are equal.
std::string identity_of(const std::string& path) {
    std::error_code ignored;
    return fs::weakly_canonical(fs::absolute(final_path(path), ignored), ignored).string();
}

}  // namespace

Result<std::vector<ReportFile>> parse_report_files(const std::vector<std::string>& texts) {
    std::vector<ReportFile> files;
    for (const std::string& text : texts) {
        auto file = parse_report_file(text);
        if (!file) return fail(file.error());
        const bool is_second = file->is_standard_output() &&
                               std::any_of(files.begin(), files.end(), [](const ReportFile& other) {
                                   return other.is_standard_output();
                               });
        if (is_second)
            return fail(
                ErrorCode::kUsage,
                fmt::format("{}: standard output already has another report; name a file", text));
        files.push_back(std::move(*file));
    }
    return files;
}

Result<void> check_distinct_files(const std::vector<ReportFile>& files,
                                  const std::string& folder,
                                  const std::vector<std::string>& formats) {
    std::map<std::string, std::string> names;
    for (const NamedFile& file : named_files(files, folder, formats)) {
        std::error_code ignored;
        if (fs::is_character_file(file.path, ignored)) continue;  // /dev/null takes any number
        const std::string identity = identity_of(file.path);
        const auto [known, is_new] = names.try_emplace(identity, file.name);
        if (is_new) continue;
        return fail(ErrorCode::kUsage,
                    fmt::format("{} and {} would write the same file, {}; name another file for "
                                "one of them",
                                known->second,
                                file.name,
                                identity));
    }
    return {};
}

Result<void> check_report_files(const std::vector<ReportFile>& files) {
    Result<void> all;
    for (const ReportFile& file : files) {
        if (!file.is_standard_output()) add_failure(all, check_report_file(file));
    }
    return all;
}

Result<void> write_report_files(const RunResult& result,
                                const std::vector<ReportFile>& files,
                                std::ostream& out) {
    std::vector<std::function<Result<void>()>> writes;
    writes.reserve(files.size());
    for (const ReportFile& file : files) {
        writes.emplace_back([&]() -> Result<void> {
            if (!file.is_standard_output()) return write_report(*file.format, result, file.path);
            out << file.format->render(result) << std::flush;  // only one is standard output
            return {};
        });
    }
    return write_all(writes);
}

Result<void> append_summary(const RunResult& result, const std::string& path) {
    return append_file(path, render_markdown(result));
}

}  // namespace plumbline::reports
