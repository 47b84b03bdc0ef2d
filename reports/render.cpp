#include "reports/render.hpp"

#include "spec/base/file.hpp"
#include "spec/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <system_error>

namespace plumbline::reports {
namespace {

Result<void> check_form(const std::string& name) {
    std::vector<std::string> known;
    for (const Form& form : forms()) {
        if (form.name == name) return {};
        known.emplace_back(form.name);
    }
    const std::string near = nearest_name(name, known);
    const std::string hint = near.empty() ? "" : fmt::format("; did you mean {}?", near);
    return fail(
        ErrorCode::kUsage,
        fmt::format("no report form \"{}\", expected one of {}{}", name, join(known, ", "), hint));
}

}  // namespace

const std::vector<Form>& forms() {
    static const std::vector<Form> kForms = {
        {"text", "result.txt", [](const RunResult& result) { return render_text(result); }},
        {"json", "result.json", render_json},
        {"junit", "junit.xml", render_junit},
    };
    return kForms;
}

Result<void> check_forms(const std::vector<std::string>& names) {
    for (const std::string& name : names) {
        if (auto checked = check_form(name); !checked) return checked;
    }
    return {};
}

Result<void> check_folder(const std::string& folder) {
    const std::string proof = folder + "/.plumbline-proof";
    if (auto written = write_file(proof, ""); !written) return written;
    std::error_code ignored;  // an empty file that stays does no harm
    std::filesystem::remove(proof, ignored);
    return {};
}

Result<void> write_reports(const RunResult& result,
                           const std::string& folder,
                           const std::vector<std::string>& names) {
    // All names are looked up first, so that a misspelt one leaves no half-filled folder.
    if (auto checked = check_forms(names); !checked) return checked;
    for (const Form& form : forms()) {
        if (!names.empty() && std::find(names.begin(), names.end(), form.name) == names.end())
            continue;
        auto written = write_file(fmt::format("{}/{}", folder, form.file), form.render(result));
        if (!written) return written;
    }
    return {};
}

}  // namespace plumbline::reports
