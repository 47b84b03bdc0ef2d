#include "mock_server/engine/scene.hpp"

#include "mock_server/rules/refusal.hpp"
#include "spec/base/check.hpp"
#include "spec/base/text.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace plumbline::mock {
namespace {

tl::unexpected<Reply> not_found(const Scene& scene,
                                const std::string& collection,
                                const std::string& id) {
    const std::string& title = scene.life.laws().collection(collection).title;
    return tl::unexpected<Reply>(detail_reply(404, fmt::format("{} {} not found", title, id)));
}

/// A record of someone else is not found: that it exists is none of the caller's business.
bool may_see(const Scene& scene, const Record& record) {
    if (!is_there(scene, record)) return false;
    if (scene.exchange.skips(Stage::kTenant)) return true;
    return record.tenant.empty() || record.tenant == scene.exchange.tenant;
}

const Record& there(const Scene& scene, RecordNumber record) {
    const Record* shown = scene.life.store().find(record);
    PLUMBLINE_CHECK(shown, "only a record that is there is shown");
    return *shown;
}

}  // namespace

bool is_there(const Scene& scene, const Record& record) {
    return !record.is_deleted || scene.exchange.skips(Stage::kDeletion);
}

std::string path_id(const Scene& scene, const std::string& parameter) {
    const auto& parameters = scene.exchange.match.parameters;
    const auto found = parameters.find(parameter);
    return found == parameters.end() ? "" : to_lower(found->second);
}

Answered<RecordNumber> find_parent(const Scene& scene) {
    const Act& act = scene.act();
    if (act.parent_parameter.empty()) return 0;
    const std::string& collection = scene.life.laws().collection(act.collection).parent;
    const std::string id = path_id(scene, act.parent_parameter);
    const Record* parent = scene.life.store().find(collection, id);
    if (!parent || !may_see(scene, *parent)) return not_found(scene, collection, id);
    return parent->number;
}

Answered<const Record*> find_record(const Scene& scene) {
    const auto parent = find_parent(scene);
    if (!parent) return tl::unexpected<Reply>(parent.error());
    const std::string& collection = scene.act().collection;
    const std::string id = path_id(scene, scene.act().id_parameter);
    const Record* record = scene.life.store().find(collection, id);
    const bool fits = record && may_see(scene, *record) && record->owner == *parent;
    if (!fits) return not_found(scene, collection, id);
    return record;
}

Facts facts_of(const Scene& scene) {
    return facts_of(scene.life, scene.exchange.tenant, scene.exchange.workspace->disabled_rules());
}

std::optional<Reply> refuse_by_rules(const Scene& scene,
                                     const Json& body,
                                     const Json* current,
                                     const Facts& facts) {
    if (scene.exchange.skips(Stage::kRules)) return std::nullopt;
    const auto violations =
        judge_rules(scene.operation(), *scene.exchange.match.route->api, body, current, facts);
    return refusal_of(scene.operation(), body, violations);
}

bool effects_tell_request(const Scene& scene) {
    const auto& faults = scene.exchange.workspace->faults();
    return tell_request(scene.act().effects) ||
           tell_request(faults.effects(scene.act().operation_id));
}

void run_effects(const Scene& scene, RecordNumber record, const Cause& cause) {
    scene.life.run(scene.act().effects, record, cause);
    const auto& faults = scene.exchange.workspace->faults();
    scene.life.run(faults.effects(scene.act().operation_id), record, cause);
}

Reply record_reply(const Scene& scene, RecordNumber record) {
    return JsonReply{scene.act().status, {}, scene.life.store().text(there(scene, record))};
}

// Most change again before anyone reads them: to keep the text would be to keep memory for nothing.
Reply changed_reply(const Scene& scene, RecordNumber record) {
    return JsonReply{scene.act().status, {}, Store::text_once(there(scene, record))};
}

}  // namespace plumbline::mock
