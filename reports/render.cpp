#include "reports/render.hpp"

#include "spec/base/file.hpp"
#include "spec/base/name_hint.hpp"
#include "spec/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <future>
#include <system_error>
#include <thread>

namespace plumbline::reports {
void add_failure(Result<void>& all, const Result<void>& one) {
    if (one) return;
    if (all) {
        all = fail(one.error());
    } else {
        all.error().notes.push_back(one.error().message);
    }
}

Result<const ReportFormat*> find_format(const std::string& name) {
    std::vector<std::string> known;
    for (const ReportFormat& form : report_formats()) {
        if (form.name == name) return &form;
        known.emplace_back(form.name);
    }
    const std::string hint = name_hint(name, known);
    return fail(
        ErrorCode::kUsage,
        fmt::format(
            "unknown report format \"{}\", expected one of {}{}", name, join(known, ", "), hint));
}

const std::vector<ReportFormat>& report_formats() {
    static const std::vector<ReportFormat> kForms = {
        {"text", "result.txt", [](const RunResult& result) { return render_text(result); }, true},
        {"json", "result.json", render_json, true},
        {"junit", "junit.xml", render_junit, true},
        {"html", "report.html", render_html, true},
        {"markdown", "summary.md", render_markdown},
        {"github", "annotations.txt", render_annotations},
        {"sarif", "result.sarif", render_sarif},
        {"gitlab", "code-quality.json", render_code_quality},
        {"tap", "result.tap", render_tap},
        {"ctrf", "ctrf.json", render_ctrf},
        {"allure", "allure-results", nullptr, false, render_allure},
    };
    return kForms;
}

std::vector<const ReportFormat*> selected_formats(const std::vector<std::string>& names) {
    std::vector<const ReportFormat*> selected;
    for (const ReportFormat& form : report_formats()) {
        const bool is_named = std::find(names.begin(), names.end(), form.name) != names.end();
        if (names.empty() ? form.is_default : is_named) selected.push_back(&form);
    }
    return selected;
}

Result<void> check_formats(const std::vector<std::string>& names) {
    for (const std::string& name : names) {
        if (auto found = find_format(name); !found) return fail(found.error());
    }
    return {};
}

Result<void> check_writable_folder(const std::string& folder) {
    const std::string test_file = folder + "/.plumbline-write-test";
    if (auto written = write_file(test_file, ""); !written) {
        Error error = written.error();
        error.message =
            replace_all(error.message, "write " + test_file, "write into the folder " + folder);
        return fail(std::move(error));
    }
    std::error_code ignored;  // a remaining empty file does no harm
    std::filesystem::remove(test_file, ignored);
    return {};
}

std::vector<std::string> remove_incomplete_reports(const std::string& folder) {
    std::vector<std::string> removed;
    for (const ReportFormat& form : report_formats()) {
        std::string name = std::string(form.file) + kPartSuffix;
        std::error_code ignored;
        if (std::filesystem::remove(std::filesystem::path(folder) / name, ignored))
            removed.push_back(std::move(name));
    }
    return removed;
}

void remove_former_report(const std::string& path) {
    std::error_code ignored;
    // A link such as /dev/stdout may lead to a file.
    const auto status = std::filesystem::symlink_status(path, ignored);
    if (std::filesystem::is_regular_file(status)) std::filesystem::remove(path, ignored);
}

void remove_former_reports(const std::string& folder, const std::vector<std::string>& names) {
    for (const ReportFormat* form : selected_formats(names)) {
        if (form->render != nullptr) remove_former_report(fmt::format("{}/{}", folder, form->file));
    }
}

Result<void> write_reports(const RunResult& result,
                           const std::string& folder,
                           const std::vector<std::string>& names) {
    // Checks all names first, so that a misspelt one does not leave a folder with some reports
    // only.
    if (auto checked = check_formats(names); !checked) return checked;
    std::vector<std::function<Result<void>()>> writes;
    for (const ReportFormat* form : selected_formats(names)) {
        writes.emplace_back([&, form] {
            return write_report(*form, result, fmt::format("{}/{}", folder, form->file));
        });
    }
    return write_all(writes);
}

Result<void> write_all(const std::vector<std::function<Result<void>()>>& writes) {
    std::vector<Result<void>> results(writes.size());
    std::atomic<std::size_t> begun = 0;
    // The longest, allure, is the last one of the table and begins first.
    const auto write_some = [&] {
        for (std::size_t n = begun++; n < writes.size(); n = begun++) {
            const std::size_t i = writes.size() - 1 - n;
            results[i] = writes[i]();
        }
    };
    std::vector<std::future<void>> others;
    const std::size_t cores = std::max(1U, std::thread::hardware_concurrency());
    for (std::size_t i = 1; i < std::min(cores, writes.size()); ++i)
        others.push_back(std::async(std::launch::async, write_some));
    write_some();
    for (auto& one : others) one.get();
    // A failure of one does not prevent the others: a shorter one may still fit on a full disk.
    Result<void> all;
    for (const Result<void>& one : results) add_failure(all, one);
    return all;
}

Result<void> write_report(const ReportFormat& form,
                          const RunResult& result,
                          const std::string& path) {
    if (form.render != nullptr) return write_file(path, form.render(result));
    for (const FolderFile& file : form.render_folder(result)) {
        if (auto written = write_file(fmt::format("{}/{}", path, file.name), file.text); !written)
            return written;
    }
    return {};
}

}  // namespace plumbline::reports
