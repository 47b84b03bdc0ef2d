#include "mock_server/engine/plan.hpp"

#include "mock_server/lifecycle/check_laws.hpp"
#include "mock_server/store/template.hpp"
#include "spec/base/check.hpp"
#include "spec/json/access.hpp"
#include "spec/json/pointer.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>

namespace plumbline::mock {
namespace {

struct Word {
    std::string_view word;
    Act::Kind kind;
};

constexpr std::array<Word, 11> kActionWords{{
    {"create", Act::Kind::kCreate},
    {"read", Act::Kind::kRead},
    {"list", Act::Kind::kList},
    {"patch", Act::Kind::kPatch},
    {"delete", Act::Kind::kDelete},
    {"fire", Act::Kind::kFire},
    {"issue", Act::Kind::kIssue},
    {"accept", Act::Kind::kAccept},
    {"stream", Act::Kind::kStream},
    {"start", Act::Kind::kStart},
    {"join", Act::Kind::kJoin},
}};

void read_list(const Json& node, Act& act) {
    act.items = string_or(node, "items", "resources");
    act.shows_offset = bool_or(node, "shows_offset", false);
    act.newest_first = string_or(node, "order", "newest_first") == "newest_first";
    act.default_limit = static_cast<std::size_t>(integer_or(node, "default_limit", 100));
    const Json* filters = member(node, "filters");
    for (std::size_t i = 0; filters && i < filters->size(); ++i) {
        const Json& filter = (*filters)[i];
        act.filters.push_back({string_or(filter, "parameter", ""), string_or(filter, "field", "")});
    }
}

void read_refusals(const Document& fixture,
                   const Json& node,
                   const std::string& pointer,
                   Act& act) {
    const Json* refusals = member(node, "refuse");
    for (std::size_t i = 0; refusals && i < refusals->size(); ++i) {
        const Json& refusal = (*refusals)[i];
        act.refusals.push_back(
            {read_conditions(fixture, fmt::format("{}/refuse/{}/when", pointer, i)),
             static_cast<int>(integer_or(refusal, "status", 400)),
             std::make_shared<const Json>(string_or(refusal, "detail", "refused"))});
    }
}

Result<Act> read_act(const Document& fixture, const std::string& id, const Json& node) {
    const std::string pointer = "/operations/" + escape_pointer_token(id);
    const std::string word = string_or(node, "action", "");
    const auto kind = std::find_if(kActionWords.begin(), kActionWords.end(), [&](const Word& row) {
        return row.word == word;
    });
    if (kind == kActionWords.end()) {
        return fail_at(fixture,
                       pointer + "/action",
                       fmt::format("\"{}\" is no action; there are create, read, list, patch, "
                                   "delete, fire, issue, accept, stream, start, join",
                                   word));
    }
    Act act;
    act.operation_id = id;
    act.kind = kind->kind;
    act.status = static_cast<int>(integer_or(node, "status", 200));
    act.collection = string_or(node, "collection", "");
    act.id_parameter = string_or(node, "id", "");
    act.parent_parameter = string_or(node, "parent", "");
    act.run_parameter = string_or(node, "run", "");
    act.polls = bool_or(node, "polls", false);
    act.event = string_or(node, "event", "");
    auto effects = read_effects(fixture, pointer + "/effects", Around::kRequest);
    if (!effects) return fail(effects.error());
    act.effects = std::move(*effects);
    read_refusals(fixture, node, pointer, act);
    read_list(node, act);
    if (const Json* answer = member(node, "answer"))
        act.answer = std::make_shared<const Json>(*answer);
    act.issued = strings_or_empty(node, "issued");
    act.issued_as = string_or(node, "issued_as", id);
    return act;
}

/// {answer:POINTER} must name a value of the same answer.
Result<void> check_own_values(const Document& fixture,
                              const Json& answer,
                              const std::string& pointer) {
    for (const std::string& name : placeholders(answer)) {
        if (!name.starts_with(kAnswer)) continue;
        const std::string own = name.substr(kAnswer.size());
        if (find(answer, std::string_view(own))) continue;
        return fail_at(
            fixture, pointer, fmt::format("{{{}}} names nothing: the answer has no {}", name, own));
    }
    return {};
}

Result<void> check_texts(const Document& fixture, const Act& act, const std::string& pointer) {
    for (std::size_t i = 0; i < act.refusals.size(); ++i) {
        auto checked = check_placeholders(fixture, fmt::format("{}/refuse/{}/detail", pointer, i));
        if (!checked) return checked;
    }
    if (!act.answer) {
        if (act.kind != Act::Kind::kIssue) return {};
        return fail_at(fixture, pointer, "to issue needs \"answer\"");
    }
    const Around around = act.collection.empty() ? Around::kNothing : Around::kRecord;
    return check_placeholders(fixture, pointer + "/answer", around, {"origin", "answer:"})
        .and_then([&] { return check_own_values(fixture, *act.answer, pointer + "/answer"); });
}

Result<void> check_act(const Document& fixture,
                       const Act& act,
                       const Laws& laws,
                       const Route& route) {
    const std::string pointer = "/operations/" + escape_pointer_token(act.operation_id);
    auto texts = check_texts(fixture, act, pointer);
    if (!texts) return texts;
    for (const std::string& name : {act.id_parameter, act.parent_parameter, act.run_parameter}) {
        const auto& segments = route.path.segments();
        const bool known = std::any_of(segments.begin(), segments.end(), [&](const auto& segment) {
            return segment.is_parameter && segment.text == name;
        });
        if (name.empty() || known) continue;
        return fail_at(
            fixture, pointer, fmt::format("{} has no parameter {{{}}}", route.path.text(), name));
    }
    const bool needs_collection = act.kind != Act::Kind::kIssue && act.kind != Act::Kind::kAccept &&
                                  act.kind != Act::Kind::kStream;
    if (act.collection.empty() && !needs_collection) return {};
    const auto collection = laws.collections.find(act.collection);
    if (collection == laws.collections.end()) {
        return fail_at(
            fixture, pointer, fmt::format("no collection is named \"{}\"", act.collection));
    }
    if (act.kind == Act::Kind::kFire) {
        const Machine* machine = laws.machine_of(act.collection);
        if (!machine || !machine->takes(act.event)) {
            return fail_at(
                fixture,
                pointer + "/event",
                fmt::format(
                    "no machine of \"{}\" has a transition on \"{}\"", act.collection, act.event));
        }
    }
    auto checked =
        check_effects(act.effects, laws, collection->second, fixture, pointer + "/effects");
    for (std::size_t i = 0; checked && i < act.refusals.size(); ++i) {
        checked = check_conditions(act.refusals[i].when,
                                   laws,
                                   collection->second,
                                   fixture,
                                   fmt::format("{}/refuse/{}/when", pointer, i));
    }
    return checked;
}

/// Returns the ways in that no document describes, e.g. the address that takes an upload.
Result<std::vector<Route>> extra_routes(const Document& fixture) {
    std::vector<Route> routes;
    const Json* nodes = member(*fixture.root, "routes");
    for (std::size_t i = 0; nodes && i < nodes->size(); ++i) {
        const Json& node = (*nodes)[i];
        auto path = http::PathTemplate::parse(string_or(node, "path", ""));
        if (!path) return fail_at(fixture, fmt::format("/routes/{}/path", i), path.error().message);
        routes.push_back({string_or(node, "operation", ""),
                          string_or(node, "method", ""),
                          std::move(*path),
                          nullptr,
                          nullptr});
    }
    return routes;
}

}  // namespace

Result<Plan> Plan::load(const Document& operations, const Laws& laws, const Contract& contract) {
    Plan plan;
    auto routes = extra_routes(operations);
    if (!routes) return fail(routes.error());
    plan.routes_ = std::move(*routes);
    for (const auto& api : contract.documents) {
        if (api->name() == kControlDocument) continue;
        for (Route& route : routes_of(*api)) plan.routes_.push_back(std::move(route));
    }
    const Json* nodes = member(*operations.root, "operations");
    if (!nodes || !nodes->is_object())
        return fail_at(operations, "", "needs the member \"operations\"");
    for (const auto& [id, node] : nodes->items()) {
        auto act = read_act(operations, id, node);
        if (!act) return fail(act.error());
        const std::string name = id;
        const auto route = std::find_if(plan.routes_.begin(),
                                        plan.routes_.end(),
                                        [&](const Route& one) { return one.id == name; });
        const std::string pointer = "/operations/" + escape_pointer_token(id);
        if (route == plan.routes_.end()) {
            return fail_at(operations, pointer, fmt::format("no operation is named \"{}\"", id));
        }
        const auto checked = check_act(operations, *act, laws, *route);
        if (!checked) return fail(checked.error());
        plan.acts_[id] = std::move(*act);
    }
    for (const Route& route : plan.routes_) {
        if (plan.acts_.contains(route.id)) continue;
        return fail_at(operations,
                       "/operations",
                       fmt::format("the operation \"{}\" has no row; say what it does", route.id));
    }
    return plan;
}

const Act& Plan::act(std::string_view operation_id) const {
    const auto found = acts_.find(operation_id);
    PLUMBLINE_CHECK(found != acts_.end(),
                    "every route has an act, which is checked when the plan loads");
    return found->second;
}

std::vector<std::string> Plan::effect_ids() const {
    std::vector<std::string> ids;
    for (const auto& [operation, act] : acts_) {
        for (const Effect& effect : act.effects) {
            if (!effect.id.empty()) ids.push_back(effect.id);
        }
    }
    return ids;
}

}  // namespace plumbline::mock
