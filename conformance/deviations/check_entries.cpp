#include "conformance/deviations/check_entries.hpp"

#include "conformance/deviations/finding_codes.hpp"
#include "spec/base/name_hint.hpp"
#include "spec/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace plumbline::deviations {
namespace {

Result<void> check_requirement(const WrittenEntry& written, const Ledger& ledger) {
    const std::string& id = written.entry.requirement;
    if (id.empty() || ledger.find(id) != nullptr) return {};
    std::vector<std::string> ids;
    for (const Requirement& requirement : ledger.requirements) ids.push_back(requirement.id);
    return fail(ErrorCode::kNotFound,
                fmt::format("the ledger has no requirement {}{}", id, name_hint(id, ids)),
                written.requirement_at,
                {"`plumbline list --requirements` prints all ids"});
}

Result<void> check_code(const WrittenEntry& written) {
    const std::string& code = written.entry.code;
    const auto& codes = finding_codes();
    if (code.empty() || std::ranges::find(codes, code) != codes.end()) return {};
    if (is_uncovered_code(code)) {
        return fail(ErrorCode::kInvalid,
                    fmt::format("findings with the code {} are no deviations: they observe "
                                "something, or say why a check could not be made",
                                code),
                    written.code_at);
    }
    const std::string near = name_hint(code, codes);
    return fail(ErrorCode::kNotFound,
                fmt::format("no finding has the code {}{}",
                            code,
                            near.empty() ? "; the codes are " + join(codes, ", ") : near),
                written.code_at);
}

/// Checks the globs of scenarios; reads the names of further scenarios once, and only if it must.
class GlobCheck {
  public:
    explicit GlobCheck(const ScenarioNames& names) : names_(names) {}

    Result<void> check(const WrittenEntry& written) {
        const std::string& glob = written.entry.scenario;
        if (glob.empty() || matches_one(glob, names_.loaded)) return {};
        if (!others_) {
            auto read = names_.others ? names_.others() : std::vector<std::string>{};
            if (!read) return fail(read.error());
            others_ = std::move(*read);
        }
        if (matches_one(glob, *others_)) return {};
        std::vector<std::string> all = names_.loaded;
        all.insert(all.end(), others_->begin(), others_->end());
        return fail(
            ErrorCode::kNotFound,
            fmt::format("no scenario matches '{}'{}",
                        glob,
                        names_.suggestion ? names_.suggestion(glob, all) : name_hint(glob, all)),
            written.scenario_at,
            {"`plumbline list` prints all names"});
    }

  private:
    static bool matches_one(const std::string& glob, const std::vector<std::string>& names) {
        return std::ranges::any_of(
            names, [&](const std::string& name) { return matches_glob(name, glob); });
    }

    const ScenarioNames& names_;
    std::optional<std::vector<std::string>> others_;
};

}  // namespace

Result<void> check_entries(const WrittenEntries& entries,
                           const Ledger& ledger,
                           const ScenarioNames& scenarios) {
    GlobCheck globs(scenarios);
    for (const WrittenEntry& written : entries) {
        for (auto checked :
             {check_requirement(written, ledger), check_code(written), globs.check(written)}) {
            if (!checked) return fail(checked.error());
        }
    }
    return {};
}

}  // namespace plumbline::deviations
