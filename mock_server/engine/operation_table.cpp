#include "mock_server/engine/operation_table.hpp"

#include "mock_server/lifecycle/lifecycle.hpp"
#include "mock_server/store/fixtures.hpp"
#include "spec/json/pointer.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>

namespace plumbline::mock {
namespace {

ListConventions read_conventions(const FixtureValue& node) {
    const FixtureValue names = node.at("conventions");
    ListConventions conventions;
    for (const ListMeaning& row : kListMeanings) conventions.*row.name = names.text(row.text);
    conventions.first_page = static_cast<std::size_t>(names.number("first_page", 1));
    conventions.default_limit = static_cast<std::size_t>(node.number("default_limit", 0));
    return conventions;
}

OperationAction read_list(const FixtureValue& node) {
    ListRecords list;
    list.items = node.text("items", "resources");
    list.shows_offset = node.flag("shows_offset");
    list.newest_first = node.text("order", "newest_first") == "newest_first";
    list.default_limit = static_cast<std::size_t>(node.number("default_limit", 100));
    for (const FixtureValue& filter : node.at("filters").items())
        list.filters.push_back({filter.text("parameter"), filter.text("field")});
    if (node.at("conventions").exists()) list.conventions = read_conventions(node);
    return list;
}

OperationAction read_generate(const FixtureValue& node) {
    return GenerateValues{
        node.at("response").shared(), node.texts("issued"), node.text("issued_as", node.name())};
}

template <typename Action>
OperationAction read_plain(const FixtureValue&) {
    return Action{};
}

struct ActionRow {
    std::string_view name;
    OperationAction (*read)(const FixtureValue& node);
};

constexpr std::array<ActionRow, 13> kActions{{
    {"create", read_plain<CreateRecord>},
    {"read", read_plain<ReadRecord>},
    {"list", read_list},
    {"patch", read_plain<PatchRecord>},
    {"delete", read_plain<DeleteRecord>},
    {"send_event", [](auto& node) -> OperationAction { return SendEvent{node.text("event")}; }},
    {"generate_values", read_generate},
    {"consume_url",
     [](auto& node) -> OperationAction { return ConsumeUrl{node.text("issued_as", node.name())}; }},
    {"stream", read_plain<StreamRun>},
    {"start", read_plain<StartRun>},
    {"join", [](auto& node) -> OperationAction { return JoinRun{node.text("run")}; }},
    {"replace", read_plain<ReplaceRecord>},
    {"respond", read_plain<RespondExample>},
}};

/// Returns the collection that the operation names, null if none is needed. Errors: kInvalid.
Result<const Collection*> read_collection(const FixtureValue& node,
                                          const OperationSpec& spec,
                                          const StateModel& model) {
    const std::string name = node.text("collection");
    const bool needs_none = spec.is_any_of<GenerateValues, ConsumeUrl, StreamRun, RespondExample>();
    if (name.empty() && needs_none) return nullptr;
    const auto collection = model.collections.find(name);
    if (collection != model.collections.end()) return &collection->second;
    return node.fail(fmt::format("no collection is named \"{}\"", name));
}

Result<StateRefusal> read_refusal(const FixtureValue& node) {
    return check_placeholders(node.at("detail")).map([&] {
        return StateRefusal{read_conditions(node.at("when")),
                            static_cast<int>(node.number("status", 400)),
                            std::make_shared<const Json>(node.text("detail", "refused"))};
    });
}

Result<OperationSpec> read_spec(const FixtureValue& node, const StateModel& model) {
    const std::string name = node.text("action");
    const auto known = std::find_if(
        kActions.begin(), kActions.end(), [&](const ActionRow& row) { return row.name == name; });
    if (known == kActions.end()) {
        return node.at("action").fail(
            fmt::format("\"{}\" is not an action; the actions are create, read, list, patch, "
                        "delete, send_event, generate_values, consume_url, stream, start, join, "
                        "replace, respond",
                        name));
    }
    OperationSpec spec;
    spec.action = known->read(node);
    spec.status = static_cast<int>(node.number("status", 200));
    spec.id_parameter = node.text("id");
    spec.parent_parameter = node.text("parent");
    spec.body_pointer = node.text("body");
    spec.polls = node.flag("polls");
    spec.effects_read_request =
        std::ranges::any_of(placeholders(node.at("effects").json()),
                            [](const std::string& one) { return one.starts_with("request:"); });
    return assign(read_collection(node, spec, model), spec.collection)
        .and_then([&] {
            return assign(read_effects(node.at("effects"), PlaceholderScope::kRequest),
                          spec.effects);
        })
        .and_then([&] {
            return assign(read_each(node.at("refuse").items(), read_refusal), spec.refusals);
        })
        .map([&] { return std::move(spec); });
}

/// {response:POINTER} must refer to a value of the same response.
Result<void> check_response(const FixtureValue& node, const OperationSpec& spec) {
    if (!std::holds_alternative<GenerateValues>(spec.action)) return {};
    const FixtureValue response = node.at("response");
    if (!response.exists()) return node.fail("the action generate_values needs \"response\"");
    const auto scope = spec.collection ? PlaceholderScope::kRecord : PlaceholderScope::kNoRecord;
    return check_placeholders(response, scope, {"origin", "response:"}).and_then([&] {
        return check_each(
            placeholders(response.json()), [&](const std::string& name) -> Result<void> {
                if (!name.starts_with(kResponsePrefix)) return {};
                const std::string referenced = name.substr(kResponsePrefix.size());
                if (find(response.json(), std::string_view(referenced))) return {};
                return response.fail(fmt::format(
                    "{{{}}} refers to nothing: the response has no {}", name, referenced));
            });
    });
}

Result<void> check_path_parameters(const FixtureValue& node, const OperationRoute& route) {
    const std::array parameters{node.text("id"), node.text("parent"), node.text("run")};
    return check_each(parameters, [&](const std::string& name) -> Result<void> {
        if (name.empty() || route.path.has_parameter(name)) return {};
        return node.fail(fmt::format("{} has no parameter {{{}}}", route.path.text(), name));
    });
}

/// Actions that make bodies by schemas need a document that describes the operation.
Result<void> check_described(const FixtureValue& node,
                             const OperationSpec& spec,
                             const OperationRoute& route) {
    const bool needs_document =
        spec.is_any_of<CreateRecord, PatchRecord, ReplaceRecord, RespondExample>();
    if (!needs_document || route.operation) return {};
    return node.at("action").fail(
        "the action needs an operation of an API document; a route of \"routes\" has none");
}

Result<void> check_spec(const FixtureValue& node,
                        const OperationSpec& spec,
                        const StateModel& model) {
    if (!spec.collection) return {};
    const Collection& collection = *spec.collection;
    const auto* sent = std::get_if<SendEvent>(&spec.action);
    if (sent && !(collection.machine && collection.machine->handles(sent->event))) {
        return node.at("event").fail(fmt::format(
            "no machine of \"{}\" has a transition on \"{}\"", collection.name, sent->event));
    }
    return check_effects(spec.effects, model, collection).and_then([&] {
        return check_each(spec.refusals, [&](const StateRefusal& refusal) {
            return check_conditions(refusal.when, model, collection);
        });
    });
}

/// Reads a route that no document describes, e.g. the URL of an upload.
Result<OperationRoute> read_route(const FixtureValue& node) {
    auto path = http::PathTemplate::parse(node.text("path"));
    if (!path) return node.at("path").fail(path.error().message);
    return OperationRoute{
        node.text("operation"), node.text("method"), std::move(*path), nullptr, nullptr, nullptr};
}

}  // namespace

Result<OperationTable> OperationTable::load(const Document& operations,
                                            const StateModel& model,
                                            const Contract& contract) {
    const FixtureValue root(operations);
    OperationTable table;
    auto routes = read_each(root.at("routes").items(), read_route);
    if (!routes) return fail(routes.error());
    table.routes_ = std::move(*routes);
    for (const auto& api : contract.documents) {
        if (api->name() == kControlDocument) continue;
        for (OperationRoute& route : routes_of(*api)) table.routes_.push_back(std::move(route));
    }
    const FixtureValue rows = root.at("operations");
    if (!rows.json().is_object()) return root.fail("the member \"operations\" is missing");
    const auto read = check_each(rows.members(), [&](const FixtureValue& node) -> Result<void> {
        const auto route = std::ranges::find(table.routes_, node.name(), &OperationRoute::id);
        if (route == table.routes_.end())
            return node.fail(fmt::format("no operation is named \"{}\"", node.name()));
        OperationSpec& spec = table.specs_[node.name()];
        route->spec = &spec;
        return assign(read_spec(node, model), spec)
            .and_then([&] { return check_response(node, spec); })
            .and_then([&] { return check_path_parameters(node, *route); })
            .and_then([&] { return check_described(node, spec, *route); })
            .and_then([&] { return check_spec(node, spec, model); });
    });
    if (!read) return fail(read.error());
    const auto missing =
        std::ranges::find(table.routes_, nullptr, [](const auto& route) { return route.spec; });
    if (missing == table.routes_.end()) return table;
    return rows.fail(
        fmt::format("the operation \"{}\" has no row; add one to operations.json, for a trial in "
                    "a folder given with --fixtures",
                    missing->id));
}

std::vector<std::string> OperationTable::effect_ids() const {
    std::vector<std::string> ids;
    for (const auto& [operation, spec] : specs_) {
        for (const Effect& effect : spec.effects) {
            if (!effect.id.empty()) ids.push_back(effect.id);
        }
    }
    return ids;
}

}  // namespace plumbline::mock
