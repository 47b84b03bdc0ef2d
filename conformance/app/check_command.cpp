// Implements `plumbline check`.

#include "conformance/app/commands.hpp"
#include "conformance/app/default_profile.hpp"
#include "conformance/app/print_error.hpp"
#include "conformance/app/reach_target.hpp"
#include "reports/reports.hpp"
#include "spec/json/print.hpp"

#include <nlohmann/json.hpp>

namespace plumbline::app {
namespace {

int exit_code_of(const preflight::PreflightResult& result) {
    const preflight::PreflightCheck* blocking = result.blocking_check();
    if (!blocking) return kConforms;
    return blocking->failure == preflight::CheckFailure::kUnreachable ? kUnreachable
                                                                      : kInvalidSetup;
}

}  // namespace

int check_command(const CheckCommand& command, std::ostream& out, std::ostream& err) {
    const RunCommand run = with_default_profile(command.run, err);
    if (!run.has_target()) {
        return report_setup_error({ErrorCode::kUsage,
                                   "no target is named",
                                   {},
                                   {"`plumbline init --url URL --tenant ID` writes a profile; or "
                                    "name the target with --url "
                                    "or --target; the embedded mock needs no check"}},
                                  err);
    }
    auto prepared = prepare_run(run);
    if (!prepared) return report_setup_error(prepared.error(), err);
    print_diagnosis(prepared->loaded.diagnosis, err);
    if (!prepared->loaded.diagnosis.errors.empty()) return kInvalidSetup;
    if (auto known = check_selection(*prepared); !known)
        return report_setup_error(known.error(), err);
    runner::Target& target = prepared->open.target;
    if (auto known = load_name_mapping(target, prepared->contract); !known)
        return report_setup_error(known.error(), err);
    if (target.has_control()) {
        return report_setup_error(
            {ErrorCode::kUsage,
             "a mock's control interface is named",
             {},
             {"omit --control-url: the checks are for a service without one"}},
            err);
    }
    SystemClock clock;
    if (auto token = open_tokens(target, clock); !token) return report_error(token.error(), err);
    const preflight::PreflightResult result =
        preflight_of(*prepared, needs_of(*prepared), preflight_send(target, clock), clock, true);
    target.unserved_areas = result.unserved_areas();
    target.found_inputs = result.found_inputs;
    const preflight::ScenarioGains gains = preflight::scenario_gains(needs_of(*prepared), target);
    if (command.format == "json") {
        out << to_text(preflight::render_json(target, result, gains)) << '\n' << std::flush;
    } else {
        out << preflight::render_text(target, result, gains) << std::flush;
    }
    return exit_code_of(result);
}

}  // namespace plumbline::app
