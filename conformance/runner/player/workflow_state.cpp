#include "conformance/runner/player/workflow_state.hpp"

#include "conformance/client/client.hpp"
#include "conformance/expressions/expressions.hpp"
#include "conformance/runner/attempt/excused_attempt.hpp"
#include "conformance/verdicts/severity.hpp"
#include "reports/reports.hpp"
#include "spec/json/size.hpp"

#include <nlohmann/json.hpp>

#include <optional>
#include <utility>

namespace plumbline::runner {
namespace {

using workflow::Step;

/// See ScenarioContext::sources.
SharedJson source_values(const workflow::Suite& suite, const Environment& environment) {
    Json values = Json::object();
    for (const workflow::Source& source : suite.sources) {
        const std::string base =
            source.api
                ? base_url_of(environment.urls(), source.name, *source.api, source.server_url)
                : "";
        Json& value = values[source.name];
        value = {{"name", source.name},
                 {"type", source.type},
                 {"url", base.empty() ? source.url : base}};
        if (source.suite) {
            for (const workflow::Workflow& one : source.suite->workflows) value[one.id] = one.id;
        }
        if (!source.api) continue;
        // An operation takes precedence over a field of the same name.
        for (const Operation& operation : source.api->operations())
            value[operation.id] = operation.id;
    }
    return std::make_shared<const Json>(std::move(values));
}

/// Returns whether the step may have changed something at the target: a write that was sent and not
/// refused.
bool may_have_written(const Step& step, const Attempt& attempt) {
    const auto& exchange = attempt.data.exchange;
    if (!step.operation || http::is_safe_method(step.operation->method) || !exchange) return false;
    if (exchange->failure) return !client::was_not_sent(*exchange->failure);
    return !client::is_refusal(exchange->response->status);
}

/// Returns the finding that the outputs of a step are too large to be stored.
reports::Finding excess(const workflow::OutputDefinition& output, std::string got) {
    return {"request",
            reports::Verdict::kNotRun,
            {},
            output.where,
            "outputs of at most 16 MiB of memory each, 64 MiB in a scenario",
            std::move(got),
            ""};
}

void store_outputs(WorkflowState& state, const Step& step, Attempt& attempt) {
    const expressions::Scope scope = scope_of(state.values, attempt.data);
    Json outputs = attempt.data.stream ? *attempt.data.stream->outputs : Json::object();
    std::optional<reports::Finding> found;
    bool lacks_an_output = false;
    for (const workflow::OutputDefinition& output : step.outputs) {
        if (outputs.contains(output.name)) continue;
        auto value = output.value.evaluate(scope);
        if (value)
            outputs[output.name] = std::move(*value);
        else if (value.error().code == ErrorCode::kLimit && !found)
            found = excess(output, value.error().message);
        else if (state.missing.explain(value.error().message))
            lacks_an_output = true;  // it passes on a missing value
    }
    if (!found && !step.outputs.empty()) {
        const std::size_t size = size_in_memory(outputs, OutputSizes::kMaxTotal);
        if (!state.output_sizes.set(step.id, size))
            found =
                excess(step.outputs.back(), "the outputs of the scenario have more than 64 MiB");
    }
    if (found) {
        attempt.succeeded = false;
        attempt.result.findings.push_back(std::move(*found));
        attempt.result.verdict = verdicts::worst_verdict(attempt.result.findings);
        return;
    }
    if (lacks_an_output) state.missing.add_step(step.id);
    state.values.set_outputs(step.id, std::move(outputs));
}

}  // namespace

WorkflowState::WorkflowState(ScenarioContext& its_scenario,
                             const workflow::Workflow& its_workflow,
                             SharedJson inputs,
                             CallFrame its_call)
    : scenario(its_scenario),
      workflow(its_workflow),
      call(std::move(its_call)),
      output_sizes(its_scenario.output_bytes) {
    const workflow::Suite& suite = *workflow.suite;
    SharedJson& sources = scenario.sources[&suite];
    if (!sources) sources = source_values(suite, scenario.environment);
    values = {std::move(inputs),
              std::make_shared<Json>(Json::object()),
              workflow_values(scenario, suite),
              sources,
              suite.components,
              suite.self};
    for (const auto& [one, played] : scenario.outcomes) {
        if (played.may_lack_outputs && one->suite == &suite) missing.add_workflow(one->id);
    }
    if (call.may_lack_inputs) missing.add_inputs();
}

Step WorkflowState::step_at(std::size_t index) const {
    Step step = workflow.steps[index];
    // A call of the mock's control interface shows nothing about the target.
    const bool is_control = step.api && step.api->name() == kControlDocument;
    if (step.verifies.empty() && !is_control) step.verifies = call.verifies;
    return step;
}

SharedJson workflow_values(const ScenarioContext& scenario, const workflow::Suite& suite) {
    Json all = Json::object();
    for (const auto& [one, played] : scenario.outcomes) {
        if (one->suite == &suite)
            all[one->id] = {{"inputs", *played.inputs}, {"outputs", *played.outputs}};
    }
    return std::make_shared<const Json>(std::move(all));
}

Json outputs_of(const std::vector<workflow::OutputDefinition>& outputs,
                const expressions::Scope& scope) {
    Json values = Json::object();
    for (const workflow::OutputDefinition& output : outputs) {
        auto value = output.value.evaluate(scope);
        if (value) values[output.name] = std::move(*value);
    }
    return values;
}

void complete_attempt(WorkflowState& state, const Step& step, Attempt& attempt) {
    const bool was_aborted = attempt.is_aborted;
    apply_deviations(state.scenario.run, state.scenario.name, state.missing, attempt);
    if (may_lack_outputs(step, attempt)) state.missing.add_step(step.id);
    if (attempt.is_aborted && !was_aborted) {
        state.scenario.skip_reason =
            "step " + attempt.result.id + ": " + attempt.result.findings.back().got;
    }
    if (may_have_written(step, attempt)) state.scenario.last_write = state.scenario.run.clock.now();
    if (attempt.succeeded) store_outputs(state, step, attempt);
}

void accept(WorkflowState& state, const Step& step, Attempt& attempt) {
    accept_attempt(attempt);
    store_outputs(state, step, attempt);
}

void skip_scenario(WorkflowState& state, const Step& step, const reports::Finding& unmet) {
    state.scenario.skip_reason =
        "step " + state.call.prefix + step.id + ": " + reports::precondition_text(unmet);
    // What other exchanges have shown does not depend on when this step was sent.
    state.lacks_precondition = unmet.verdict == reports::Verdict::kSkipped;
    state.is_aborted = true;
}

void record_blocked(WorkflowState& state, const std::string& id, reports::Finding finding) {
    reports::StepResult result;
    result.id = state.call.prefix + id;
    result.where = finding.where;
    result.verdict = finding.verdict;
    result.findings.push_back(std::move(finding));
    state.scenario.steps.push_back(std::move(result));
    state.passed = false;
}

}  // namespace plumbline::runner
