#include "reports/report_file.hpp"

#include "spec/base/file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

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

std::string folder_of(const ReportFile& file) {
    if (file.format->render == nullptr) return file.path;
    const std::string folder = std::filesystem::path(file.path).parent_path().string();
    return folder.empty() ? "." : folder;
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

Result<void> check_report_files(const std::vector<ReportFile>& files) {
    for (const ReportFile& file : files) {
        if (file.is_standard_output()) continue;
        if (auto writable = check_writable_folder(folder_of(file)); !writable) return writable;
    }
    return {};
}

Result<void> write_report_files(const RunResult& result,
                                const std::vector<ReportFile>& files,
                                std::ostream& out) {
    Result<void> all;
    for (const ReportFile& file : files) {
        if (file.is_standard_output()) {
            out << file.format->render(result) << std::flush;
            continue;
        }
        add_failure(all, write_report(*file.format, result, file.path));
    }
    return all;
}

Result<void> append_summary(const RunResult& result, const std::string& path) {
    std::ofstream file(path, std::ios::binary | std::ios::app);
    file << render_markdown(result) << std::flush;
    if (file) return {};
    return fail(ErrorCode::kIo, "cannot write " + path);
}

}  // namespace plumbline::reports
