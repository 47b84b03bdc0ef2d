#include "conformance/app/check_severities.hpp"

#include "conformance/app/usage_error.hpp"
#include "conformance/deviations/finding_codes.hpp"
#include "spec/base/name_hint.hpp"

#include <algorithm>

namespace plumbline::app {

Result<verdicts::CheckSeverity> read_check_severity(const std::string& code,
                                                    const std::string& severity) {
    const std::vector<std::string>& codes = deviations::finding_codes();
    if (std::ranges::find(codes, code) == codes.end()) {
        const std::string hint = name_hint(code, codes);
        return usage_error("there is no check " + code + hint,
                           "`plumbline list --checks` prints all (the word after `automatic`, and "
                           "`criterion`)");
    }
    if (const auto read = verdicts::parse_check_severity(severity)) return *read;
    return usage_error("found the severity \"" + severity + "\" of the check " + code +
                       ", expected fail, warn or ignore");
}

Result<void> read_check_severities(const std::vector<std::string>& options,
                                   verdicts::CheckSeverities& severities) {
    for (const std::string& option : options) {
        const std::size_t equals = std::min(option.find('='), option.size());
        if (equals == 0 || equals == option.size())
            return usage_error("--severity " + option +
                               ": expected CHECK=fail, CHECK=warn or CHECK=ignore");
        const std::string code = option.substr(0, equals);
        const auto read = read_check_severity(code, option.substr(equals + 1));
        if (!read) return fail(error_about("--severity " + option, read.error()));
        severities[code] = *read;
    }
    return {};
}

}  // namespace plumbline::app
