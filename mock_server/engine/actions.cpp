#include "mock_server/engine/actions.hpp"

#include "mock_server/control/control.hpp"
#include "mock_server/engine/run_actions.hpp"
#include "mock_server/engine/scene.hpp"
#include "mock_server/store/template.hpp"
#include "mock_server/validation/body.hpp"
#include "mock_server/validation/parameters.hpp"
#include "spec/base/text.hpp"
#include "spec/json/access.hpp"
#include "spec/json/pointer.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <utility>

namespace plumbline::mock {
namespace {

Reply create(const Scene& scene) {
    const auto parent = find_parent(scene);
    if (!parent) return parent.error();
    const bool is_given = scene.exchange.body->is_object();  // an optional one may be missing
    const auto known = is_given ? known_fields(scene.operation(), scene.exchange.body)
                                : std::make_shared<Json>(Json::object());
    const Facts facts = facts_of(scene);
    if (auto refusal = refuse_by_rules(scene, *known, nullptr, facts)) return *refusal;
    if (auto full = refuse_if_full(scene.life, "records", scene.life.store().size())) return *full;
    // To copy what is sent would take a twentieth of all that a create does.
    const Json* told = effects_tell_request(scene) ? known.get() : nullptr;
    Json record = told ? new_record(scene.operation(), *told, facts)
                       : new_record(scene.operation(), std::move(*known), facts);
    const RecordNumber made = scene.life.create({scene.act().collection,
                                                 *parent,
                                                 scene.exchange.tenant,
                                                 std::make_shared<const Json>(std::move(record)),
                                                 ""});
    run_effects(scene, made, {.told = told});
    return changed_reply(scene, made);
}

Reply read(const Scene& scene) {
    const auto record = find_record(scene);
    return record ? record_reply(scene, (*record)->number) : record.error();
}

std::optional<Reply> refuse_by_state(const Scene& scene, const Record& held) {
    if (scene.exchange.skips(Stage::kState)) return std::nullopt;
    for (const StateRefusal& refusal : scene.act().refusals) {
        if (!scene.life.holds(refusal.when, held)) continue;
        const Json detail = fill_template(*refusal.detail, [&](std::string_view name) {
            return scene.life.value_of(name, &held);
        });
        return detail_reply(refusal.status, as_string(detail).value_or(""));
    }
    return std::nullopt;
}

/// Returns the operation without the rules that the workspace has switched off; none if all hold.
/// What is no longer immutable is something that a patch can have.
std::optional<Operation> without_lifted_rules(const Scene& scene) {
    const auto& disabled = scene.exchange.workspace->disabled_rules();
    if (disabled.empty()) return std::nullopt;
    Operation operation = scene.operation();
    operation.rules =
        operation.rules.only([&](const Rule& rule) { return !disabled.contains(rule.id); });
    for (const std::string& field : operation.record_fields.pointers()) {
        if (disabled.contains("immutable:" + field)) operation.request_fields.add(field);
    }
    return operation;
}

Reply patch(const Scene& scene) {
    const auto found = find_record(scene);
    if (!found) return found.error();
    const Record& held = **found;
    if (auto refusal = refuse_by_state(scene, held)) return *refusal;
    const SharedJson current = held.body;
    const auto lenient = without_lifted_rules(scene);
    const Operation& operation = lenient ? *lenient : scene.operation();
    const auto known = known_fields(operation, scene.exchange.body);
    const Json& body = *known;
    const Facts facts = facts_of(scene);
    if (auto refusal = refuse_by_rules(scene, body, current.get(), facts)) return *refusal;
    if (auto full = refuse_if_full(scene.life, "records", scene.life.store().size())) return *full;
    Json record = merge_patch(operation, *current, body);
    // What is shown in place of the record's own members changes as they do.
    if (const Json* shown = member(*current, kShown))
        record[std::string(kShown)] = merge_patch(operation, *shown, body);
    complete_record(operation, record, facts);
    scene.life.store().set_body(held, std::move(record));
    const bool triggered = !revision_triggers(operation, body).empty();
    const RecordNumber number = held.number;
    run_effects(scene, number, {triggered, &body, current.get()});
    scene.life.mark_changed(number);
    return changed_reply(scene, number);
}

Reply remove(const Scene& scene) {
    const auto record = find_record(scene);
    if (!record) return record.error();
    const RecordNumber number = (*record)->number;
    run_effects(scene, number, {});
    scene.life.fire("delete", number);
    return EmptyReply{scene.act().status, {}};
}

/// Gives the record's machine an event that the request stands for; the body is not kept.
Reply fire(const Scene& scene) {
    const auto record = find_record(scene);
    if (!record) return record.error();
    if (auto refusal = refuse_by_state(scene, **record)) return *refusal;
    const auto known = known_fields(scene.operation(), scene.exchange.body);
    const Json& body = *known;
    if (auto refusal = refuse_by_rules(scene, body, nullptr, facts_of(scene))) return *refusal;
    const RecordNumber number = (*record)->number;
    scene.life.fire(scene.act().event, number, scene.exchange.skips(Stage::kState));
    run_effects(scene, number, {.told = &body});
    scene.life.mark_changed(number);
    return changed_reply(scene, number);
}

std::size_t number_parameter(const Scene& scene, std::string_view name, std::size_t fallback) {
    const auto text = scene.exchange.target.parameter(name);
    // Only a fault that leaves parameters unjudged lets another text come here.
    const auto number = text ? integer_in(*text) : std::nullopt;
    return number && *number >= 0 ? static_cast<std::size_t>(*number) : fallback;
}

bool passes_filters(const Scene& scene, const Record& record) {
    return std::all_of(
        scene.act().filters.begin(), scene.act().filters.end(), [&](const Filter& filter) {
            const auto wanted = scene.exchange.target.parameter(filter.parameter);
            const Json* value = find(*record.body, std::string_view(filter.field));
            return !wanted ||
                   (value && as_string(*value).value_or("").find(*wanted) != std::string::npos);
        });
}

/// Returns the page of a list that the request asks for; it lives as long as the scene.
Selection page_of(const Scene& scene, RecordNumber parent) {
    return {scene.exchange.tenant,
            parent,
            scene.act().newest_first,
            number_parameter(scene, "offset", 0),
            number_parameter(scene, "limit", scene.act().default_limit),
            [&scene](const Record& record) {
                return is_there(scene, record) && passes_filters(scene, record);
            }};
}

/// The records stand in the answer as they were rendered; nothing is parsed or printed again.
Reply list(const Scene& scene) {
    const auto parent = find_parent(scene);
    if (!parent) return parent.error();
    const Selection page = page_of(scene, *parent);
    const bool is_bare = scene.act().items.empty();
    std::string text = is_bare ? "[" : fmt::format("{{\"{}\":[", scene.act().items);
    bool is_first = true;
    for (const Record* record : scene.life.store().list(scene.act().collection, page)) {
        if (!is_first) text += ',';
        is_first = false;
        text += *scene.life.store().text(*record);
    }
    text += ']';
    if (scene.act().shows_offset) text += fmt::format(",\"offset\":{}", page.offset);
    if (!is_bare) text += '}';
    return JsonReply{scene.act().status, {}, std::make_shared<const std::string>(std::move(text))};
}

/// Returns the address callers reach this workspace by.
std::string origin(const Scene& scene) {
    std::string address = "http://" + scene.exchange.request.headers.joined("Host");
    for (const std::string& segment : scene.engine.parts().settings.base_path)
        address += '/' + segment;
    return address + scene.exchange.workspace->prefix();
}

std::optional<Json> issue_value(const Scene& scene, std::string_view name, const Record* record) {
    if (name == "origin") return Json(origin(scene));
    if (name == "tenant") return Json(scene.exchange.tenant);
    return scene.life.value_of(name, record);
}

Reply issue(const Scene& scene) {
    const Record* record = nullptr;
    if (!scene.act().id_parameter.empty()) {
        const auto found = find_record(scene);
        if (!found) return found.error();
        record = *found;
    }
    if (auto full = refuse_if_full(scene.life, "issued", scene.life.store().issued_count()))
        return *full;
    Json answer = fill_template(*scene.act().answer, [&](std::string_view name) {
        return issue_value(scene, name, record);
    });
    answer = fill_template(Json(answer), [&](std::string_view name) -> std::optional<Json> {
        if (name.substr(0, kAnswer.size()) != kAnswer) return std::nullopt;
        const Json* value = find(answer, name.substr(kAnswer.size()));
        return value ? std::optional<Json>(*value) : std::nullopt;
    });
    for (const std::string& pointer : scene.act().issued) {
        const Json* value = find(answer, std::string_view(pointer));
        if (!value) continue;
        scene.life.store().issue(
            scene.act().issued_as, scene.exchange.tenant, as_string(*value).value_or(""));
    }
    return json_reply(scene.act().status, answer);
}

/// Takes what a handed-out address is for, e.g. an upload. The content is not kept.
Reply accept(const Scene& scene) {
    const std::string address = join(scene.exchange.segments, "/");
    const std::string tenant = path_id(scene, "tenant_id");
    if (scene.life.store().issued(scene.act().issued_as, tenant, address))
        return EmptyReply{scene.act().status, {}};
    return detail_reply(404, fmt::format("{} was not given out", address));
}

struct ActionRow {
    Act::Kind kind;
    bool writes;
    Reply (*run)(const Scene&);
};

constexpr std::array<ActionRow, 11> kActions{{
    {Act::Kind::kCreate, true, create},
    {Act::Kind::kRead, false, read},
    {Act::Kind::kList, false, list},
    {Act::Kind::kPatch, true, patch},
    {Act::Kind::kDelete, true, remove},
    {Act::Kind::kFire, true, fire},
    {Act::Kind::kIssue, false, issue},
    {Act::Kind::kAccept, false, accept},
    {Act::Kind::kStream, true, stream_run},
    {Act::Kind::kStart, true, start_run},
    {Act::Kind::kJoin, false, join_run},
}};

/// Who is not shown anything (a 404) moves nothing either.
void let_time_jump(const Scene& scene) {
    if (scene.act().kind == Act::Kind::kList) {
        const auto parent = find_parent(scene);
        if (parent) scene.life.jump_for_list(scene.act().collection, page_of(scene, *parent));
    } else if (const auto record = find_record(scene)) {
        scene.life.jump_for((*record)->number);
    }
}

Reply run(const Scene& scene) {
    scene.life.catch_up();
    if (scene.act().polls) let_time_jump(scene);
    const auto row = std::find_if(kActions.begin(), kActions.end(), [&](const ActionRow& one) {
        return one.kind == scene.act().kind;
    });
    if (row->writes) scene.life.tick();
    return row->run(scene);
}

}  // namespace

std::optional<Reply> act(const Engine& engine, Exchange& exchange) {
    if (exchange.is_control) {
        return answer_control(exchange.operation_id(),
                              {exchange.match.parameters, *exchange.body},
                              *engine.parts().registry);
    }
    return exchange.workspace->life().with([&](Life& life) {
        return run(Scene{engine, exchange, life});
    });
}

}  // namespace plumbline::mock
