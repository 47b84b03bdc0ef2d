#include "conformance/app/gate_options.hpp"

#include "spec/command_line/option_group.hpp"

namespace plumbline::app {

void add_gate_options(CLI::App& command, RunCommand& run) {
    OptionGroup group(command, "Required coverage (else exit code 1)");
    group.value("--min-verified",
                run.min_verified,
                "how many requirements have to be verified: a number, or a part of the checkable "
                "ones such as 40%");
    group.list("--require",
               run.required,
               "a requirement (ID) or an area that has to be verified, AREA=40% for a part");
    group.flag("--fail-on-skipped", run.fail_on_skipped, "no scenario may be skipped");
}

Result<verdicts::CoverageGateOptions> gate_options_of(const RunCommand& command,
                                                      const runner::Target& target,
                                                      const Ledger& ledger) {
    verdicts::CoverageGateOptions gates = target.required_coverage;
    if (!command.min_verified.empty()) {
        auto amount = verdicts::parse_coverage_amount(command.min_verified);
        if (!amount) return fail(ErrorCode::kUsage, "--min-verified: " + amount.error().message);
        gates.min_verified = *amount;
    }
    gates.required.insert(gates.required.end(), command.required.begin(), command.required.end());
    gates.fail_on_skipped = gates.fail_on_skipped || command.fail_on_skipped;
    if (auto known = check_coverage_gates(gates, ledger); !known) return fail(known.error());
    return gates;
}

}  // namespace plumbline::app
