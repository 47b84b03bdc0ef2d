#include "mock_server/control/simulation_calls.hpp"

#include "mock_server/control/describe.hpp"
#include "mock_server/response/engine_response.hpp"
#include "mock_server/store/fixtures.hpp"
#include "spec/base/text.hpp"
#include "spec/base/time_text.hpp"
#include "spec/json/access.hpp"
#include "spec/json/pointer.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace plumbline::mock {
namespace {

Result<void> check_collection(const FixtureValue& node, const StateModel& model) {
    if (model.collections.contains(node.text())) return {};
    return node.fail(fmt::format("no collection is named \"{}\"", node.text()));
}

Result<ControlCreateSpec> read_create(const FixtureValue& node, const StateModel& model) {
    const FixtureValue response = node.at("response");
    const SharedJson none = std::make_shared<const Json>(Json::object());
    const SharedJson defaults = node.at("defaults").shared();
    return check_collection(node.at("collection"), model)
        .and_then([&] { return check_placeholders(response); })
        .map([&] {
            return ControlCreateSpec{node.text("collection"),
                                     JsonPointer::parse(node.text("body")).value_or(JsonPointer()),
                                     defaults ? defaults : none,
                                     response.exists() ? response.shared() : none};
        });
}

/// Returns the record that an incident affects: the record itself, or its child with the given
/// number or id. Errors: kNotFound.
Result<const Record*> find_incident_target(const Incident& incident,
                                           const ControlIncidentSpec& spec,
                                           const Json& body,
                                           const Simulation& simulation) {
    const std::string id = to_lower(string_or(body, spec.id, ""));
    const std::string& title = simulation.model().collection(spec.collection).title;
    const Record* record = simulation.store.find(spec.collection, id);
    if (!record) return fail(ErrorCode::kNotFound, fmt::format("{} {} not found", title, id));
    if (incident.collection == spec.collection) return record;
    const auto children = simulation.store.children(incident.collection, *record);
    const std::string child_id = to_lower(string_or(body, spec.number, ""));
    const auto named = std::ranges::find_if(
        children, [&](const Record* child) { return child->ref.id == child_id; });
    if (named != children.end()) return *named;
    if (!child_id.empty())
        return fail(ErrorCode::kNotFound,
                    fmt::format("{} {} has no {} {}", title, id, spec.number, child_id));
    const std::int64_t number = integer_or(body, spec.number, 0);
    if (number >= 0 && static_cast<std::size_t>(number) < children.size())
        return children[static_cast<std::size_t>(number)];
    return fail(ErrorCode::kNotFound,
                fmt::format("{} {} has no {} {}; it has {}, counted from 0",
                            title,
                            id,
                            spec.number,
                            number,
                            children.size()));
}

EngineResponse unknown_incident(const std::string& name, const StateModel& model) {
    std::vector<std::string> names;
    for (const auto& [known, incident] : model.incidents) names.push_back(known);
    const std::string suggestion = nearest_name(name, names);
    return detail_response(
        404,
        fmt::format("no incident is named \"{}\"; {}",
                    name,
                    suggestion.empty() ? "the incidents are " + join(names, ", ")
                                       : fmt::format("did you mean \"{}\"?", suggestion)));
}

}  // namespace

Result<ControlSpec> ControlSpec::load(const Document& operations, const StateModel& model) {
    const FixtureValue root(operations, "/control");
    ControlSpec records;
    const auto read = check_each(root.at("creates").members(), [&](const FixtureValue& node) {
        return assign(read_create(node, model), records.creates[node.name()]);
    });
    if (!read) return fail(read.error());
    const FixtureValue incidents = root.at("incidents");
    if (!incidents.exists()) return records;
    records.incidents = {incidents.text("collection"),
                         incidents.text("id"),
                         incidents.text("number"),
                         incidents.text("child_id")};
    return check_collection(incidents.at("collection"), model).map([&] {
        return std::move(records);
    });
}

std::optional<EngineResponse> refuse_if_full(const Simulation& simulation,
                                             const std::string& limit,
                                             std::size_t count) {
    constexpr std::int64_t kGenerous = 100'000;
    const std::int64_t most = simulation.world().limit(limit, kGenerous);
    if (static_cast<std::int64_t>(count) < most) return std::nullopt;
    EngineResponse reply = detail_response(
        429,
        fmt::format(
            "the workspace has reached its limit of {} {}; reset it or delete some", count, limit));
    reply.headers.set("Retry-After", "1");
    return reply;
}

EngineResponse make_record(const ControlCreateSpec& create,
                           const Json& body,
                           Simulation& simulation) {
    if (auto full = refuse_if_full(simulation, "records", simulation.store.size())) return *full;
    tick(simulation);
    Json request_body = *create.defaults;
    if (body.is_object()) request_body.update(body);
    Json record = Json::object();
    (void)set_at(record, create.body_pointer, std::move(request_body));
    const RecordNumber number = create_record(simulation,
                                              {create.collection,
                                               0,
                                               simulation.setup.identities.front().tenant_id,
                                               std::make_shared<const Json>(std::move(record)),
                                               ""});
    return json_response(201, fill_template(*create.response, [&](std::string_view name) {
                             return placeholder_value(
                                 simulation, name, simulation.store.find(number));
                         }));
}

EngineResponse inject_incident(const ControlIncidentSpec& spec,
                               const Json& body,
                               Simulation& simulation) {
    const std::string name = string_or(body, "incident", "");
    const auto incident = simulation.model().incidents.find(name);
    if (incident == simulation.model().incidents.end())
        return unknown_incident(name, simulation.model());
    if (incident->second.collection == spec.collection && body.contains(spec.number)) {
        const std::string why = fmt::format("\"{}\" affects the whole {}: omit this",
                                            name,
                                            simulation.model().collection(spec.collection).title);
        return problems_response(422, {{{"body", spec.number}, why, "incident"}});
    }
    const auto target = find_incident_target(incident->second, spec, body, simulation);
    if (!target) return detail_response(404, target.error().message);
    const RecordNumber number = (*target)->number;
    const RecordRef ref = (*target)->ref;
    const auto times = static_cast<std::size_t>(integer_or(body, "times", 1));
    tick(simulation);
    const auto done = inject_incident(simulation, incident->second, number, times);
    if (!done) return detail_response(409, done.error().message);
    const bool is_child = ref.collection != spec.collection;
    return json_response(200,
                         Json{{"incident", name},
                              {spec.id, to_lower(string_or(body, spec.id, ""))},
                              {spec.child_id, is_child ? Json(ref.id) : Json()},
                              {"now", to_text(simulation.now())}});
}

EngineResponse set_limits(const Json& body, Simulation& simulation) {
    std::map<std::string, std::int64_t> values;
    std::vector<RequestProblem> problems;
    for (const auto& [name, value] : body.items()) {
        const auto known = simulation.limits.find(name);
        const auto limit = read_limit(value);
        if (known == simulation.limits.end()) {
            problems.push_back({{"body", name}, "no machine has this limit", "limit"});
        } else if (!limit || limit->is_time != known->second.is_time) {
            const std::string expected = known->second.is_time
                                             ? "a duration like \"PT30S\" is expected"
                                             : "a count is expected";
            problems.push_back({{"body", name}, limit ? expected : limit.error().message, "limit"});
        } else {
            values[name] = limit->value;
        }
    }
    if (!problems.empty()) return problems_response(422, problems);
    for (const auto& [name, value] : values) set_limit(simulation, name, value);
    return json_response(200, describe_limits(simulation));
}

}  // namespace plumbline::mock
