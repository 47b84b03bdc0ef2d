#include "conformance/api_suite/api_suite.hpp"

#include "conformance/api_suite/generated_bodies.hpp"
#include "conformance/api_suite/record_steps.hpp"
#include "conformance/api_suite/request_parts.hpp"
#include "conformance/api_suite/workflow_list.hpp"
#include "spec/example_values/example_values.hpp"
#include "spec/json/print.hpp"
#include "spec/resources/resources.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <random>
#include <utility>
#include <vector>

namespace plumbline::api_suite {
namespace {

/// Selects an id that no record is likely to have.
constexpr std::size_t kUnusedIndex = 987'654'321;

bool declares_conflict(const Operation& operation) {
    return std::any_of(operation.responses.begin(),
                       operation.responses.end(),
                       [](const DeclaredResponse& one) { return one.status == "409"; });
}

/// Writes the workflows of one API document.
class ApiSuiteWriter {
  public:
    ApiSuiteWriter(const ApiDocument& api, const ApiSuiteOptions& options)
        : api_(api), options_(options), model_(infer_resources(api)) {}

    Json write(const std::string& url) {
        for (std::size_t i = 0; i < model_.resources.size(); ++i) add_resource(i);
        for (const OperationRole& role : model_.operations) add_call(role);
        return suite_document(url, workflows_.take());
    }

  private:
    void add_resource(std::size_t index) {
        const RecordSteps records(api_, model_, index);
        const auto created = records.create();
        if (!created) return;
        add_sequence(records, *created);
        add_list(records, *created);
        add_bodies(records, *created);
        add_unknown(records, *created);
    }

    /// Adds the workflow over the life of a record.
    void add_sequence(const RecordSteps& records, const CreatedRecord& created) {
        Json steps = Json::array();
        append(steps, created.steps);
        if (auto read = records.step(OperationKind::kRead, "read", created, {})) {
            records.expect_id(OperationKind::kRead, created, *read);
            steps.push_back(std::move(*read));
        }
        for (const OperationKind kind : {OperationKind::kReplace, OperationKind::kPatch})
            add_change(kind, records, created, steps);
        for (const SharedJson& undo : created.undo) {
            steps.push_back(*undo);
            const OperationRole* read = records.role(OperationKind::kRead);
            const bool is_own = (*undo)["stepId"] == created.delete_step;
            if (!is_own || !read || !declares_one_of(*read->operation, {404, 410})) continue;
            auto gone = records.step(OperationKind::kRead, "read-deleted", created, {});
            if (!gone) continue;
            (*gone)["successCriteria"] =
                Json::array({condition("$statusCode == 404 || $statusCode == 410")});
            steps.push_back(std::move(*gone));
        }
        workflows_.add(
            records.type().collection + "-sequence",
            fmt::format("A {} can be used from its creation to its end", records.type().name),
            std::move(steps));
    }

    static void add_change(OperationKind kind,
                           const RecordSteps& records,
                           const CreatedRecord& created,
                           Json& steps) {
        const Json body = records.changed_body(kind);
        const std::string name(to_text(kind));
        auto change = records.step(kind, name, created, body);
        if (body.is_null() || !change) return;
        records.expect_members(kind, body, *change);
        records.expect_id(kind, created, *change);
        steps.push_back(std::move(*change));
        auto read = records.step(OperationKind::kRead, "read-after-" + name, created, {});
        if (!read) return;
        records.expect_id(OperationKind::kRead, created, *read);
        records.expect_members(OperationKind::kRead, body, *read);
        steps.push_back(std::move(*read));
    }

    /// Adds the workflow that finds a record in the list.
    void add_list(const RecordSteps& records, const CreatedRecord& created) {
        auto list = records.step(OperationKind::kList, "list", created, {});
        if (!list || !records.expect_in_list(created, *list)) return;
        Json steps = Json::array();
        append(steps, created.steps);
        steps.push_back(std::move(*list));
        append(steps, created.undo);
        workflows_.add(records.type().collection + "-list",
                       fmt::format("A {} that was created is listed", records.type().name),
                       std::move(steps));
    }

    /// Adds a workflow for each generated body of the create.
    void add_bodies(const RecordSteps& records, const CreatedRecord& created) {
        if (options_.max_bodies == 0) return;
        const Operation& create = *records.role(OperationKind::kCreate)->operation;
        const Json example = example_body(api_, create);
        const auto model = body_model(api_, request_schema(create), example);
        if (!model) return;
        std::vector<GeneratedBody> all;
        // Two records may not be equal where a conflict is declared, or have the same id.
        if (!declares_conflict(create) && !records.type().client_chooses_id)
            all = accepted_bodies(*model, options_.seed);
        if (declares_one_of(create, {400, 422})) {
            const auto refused = refused_bodies(*model);
            all.insert(all.end(), refused.begin(), refused.end());
        }
        std::vector<GeneratedBody> bodies;
        std::mt19937_64 random(options_.seed);
        std::ranges::sample(all, std::back_inserter(bodies), max_bodies(), random);
        for (const GeneratedBody& one : bodies) {
            if (one.is_valid)
                add_accepted(records, one);
            else
                add_refused(records, created, one);
        }
    }

    [[nodiscard]] std::ptrdiff_t max_bodies() const {
        return static_cast<std::ptrdiff_t>(options_.max_bodies);
    }

    /// Adds the workflow that creates a record with a body, and reads it.
    void add_accepted(const RecordSteps& records, const GeneratedBody& accepted) {
        auto steps = records.steps_with(*accepted.body);
        if (!steps) return;
        workflows_.add(records.type().collection + kAccepts + accepted.name,
                       "A body that the schema allows is accepted: " + accepted.name,
                       std::move(*steps));
    }

    /// Adds the workflow that sends a body that must be refused.
    void add_refused(const RecordSteps& records,
                     const CreatedRecord& created,
                     const GeneratedBody& refused) {
        const Operation& create = *records.role(OperationKind::kCreate)->operation;
        auto step = call_step(api_, create, "refused", created.parents, *refused.body);
        if (!step) return;
        (*step)["successCriteria"] =
            Json::array({condition("$statusCode >= 400 && $statusCode < 500")});
        Json steps = Json::array();
        append(steps, {created.steps.begin(), created.steps.end() - 1});  // the parents
        steps.push_back(std::move(*step));
        for (const SharedJson& undo : created.undo) {
            if ((*undo)["stepId"] != created.delete_step) steps.push_back(*undo);
        }
        workflows_.add(records.type().collection + "-refuses-" + refused.name,
                       "A body that the schema refuses is not accepted: " + refused.name,
                       std::move(steps));
    }

    void add_unknown(const RecordSteps& records, const CreatedRecord& created) {
        const OperationRole* read = records.role(OperationKind::kRead);
        if (!read || !created.parents.empty() || !declares_one_of(*read->operation, {404})) return;
        Json unknown = Json("00000000-0000-4000-8000-987654321000");
        if (const std::string& schema = records.type().id_schema; !schema.empty()) {
            const auto value =
                ExampleValues(api_, MessageDirection::kRequest).value(schema, kUnusedIndex);
            if (value) unknown = *value;
        }
        const std::string id = plain_text(unknown);
        auto step = call_step(api_, *read->operation, "read", {{read->id_parameter, id}}, {});
        if (!step) return;
        (*step)["successCriteria"] = Json::array({condition("$statusCode == 404")});
        workflows_.add(records.type().collection + "-unknown",
                       fmt::format("A {} that does not exist is not found", records.type().name),
                       Json::array({std::move(*step)}));
    }

    /// Adds one call of an operation that needs no record.
    void add_call(const OperationRole& role) {
        const Operation& operation = *role.operation;
        const bool is_plain =
            role.kind == OperationKind::kExample || role.kind == OperationKind::kStream;
        const bool is_list = role.kind == OperationKind::kList && role.parent_parameter.empty();
        const bool needs_record = role.has_resource() && !is_list;
        if ((!is_plain && !is_list) || needs_record || !operation.path.parameters().empty()) return;
        const Json body = example_body(api_, operation);
        const bool lacks_body = body.is_null() && operation.body && operation.body->required;
        auto step = call_step(api_, operation, "call", {}, body);
        if (lacks_body || !step) return;
        if (role.kind == OperationKind::kStream) (*step)["x-ct-sse"] = Json::object();
        const std::string name = operation.method + ' ' + operation.path.text();
        workflows_.add(
            name, name + " succeeds", Json::array({with_status(std::move(*step), role.status)}));
    }

    const ApiDocument& api_;
    const ApiSuiteOptions options_;
    ResourceModel model_;
    WorkflowList workflows_;
};

}  // namespace

Json make_api_suite(const ApiDocument& api,
                    const std::string& url,
                    const ApiSuiteOptions& options) {
    return ApiSuiteWriter(api, options).write(url);
}

}  // namespace plumbline::api_suite
