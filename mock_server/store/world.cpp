#include "mock_server/store/world.hpp"

#include "mock_server/store/fixture_value.hpp"
#include "mock_server/store/template.hpp"
#include "spec/base/text.hpp"
#include "spec/base/time_text.hpp"
#include "spec/json/access.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <functional>
#include <set>

namespace plumbline::mock {
namespace {

constexpr std::string_view kNamed = "named:";

/// Returns an object to keep; an empty one if it is missing.
SharedJson shared_object(const FixtureValue& node) {
    return std::make_shared<const Json>(node.json().is_object() ? node.json() : Json::object());
}

Result<void> read_times(const FixtureValue& root, World& world) {
    const auto start = parse_instant(root.text("start"));
    if (!start) return root.at("start").fail(start.error().message);
    world.start = *start;
    for (const FixtureValue& machine : root.at("timings").members()) {
        for (const FixtureValue& state : machine.members()) {
            const auto time = parse_duration(state.text());
            if (!time) return state.fail(time.error().message);
            if (*time <= Duration::zero()) return state.fail("a time must be longer than zero");
            world.timings[machine.name() + '/' + state.name()] = *time;
        }
    }
    return {};
}

Result<void> read_tenants(const FixtureValue& root, World& world) {
    world.tenants = root.texts("tenants");
    if (world.tenants.empty()) return root.at("tenants").fail("a world needs at least one tenant");
    for (const std::string& name : world.tenants) {
        const FixtureValue identity = root.at("default_identities").at(name);
        world.default_identities.push_back(
            {name, identity.text("tenant_id"), identity.text("api_key")});
    }
    return {};
}

Result<void> check_tenant(const FixtureValue& tenant, const World& world) {
    const std::string name = tenant.text();
    if (name.empty() || std::ranges::count(world.tenants, name) > 0) return {};
    return tenant.fail(fmt::format("\"{}\" is not one of the world's tenants", name));
}

Result<void> read_records(const FixtureValue& root, World& world) {
    std::set<RecordRef> known;
    return check_each(root.at("records").items(), [&](const FixtureValue& node) -> Result<void> {
        auto checked = check_tenant(node.at("tenant"), world);
        if (!checked) return checked;
        const FixtureValue body = node.at("body");
        const RecordRef ref{node.text("collection"), body.text("id")};
        if (ref.id.empty() || !known.insert(ref).second) {
            return body.fail("a record needs its own id, e.g. \"id\": \"{named:main_listener}\"");
        }
        world.records.push_back({ref.collection, node.text("tenant"), shared_object(body)});
        return {};
    });
}

Result<void> read_past(const FixtureValue& root, World& world) {
    auto history =
        read_each(root.at("history").items(), [&](const FixtureValue& node) -> Result<PastRecord> {
            const auto ago = parse_duration(node.text("ago"));
            if (!ago) return node.at("ago").fail(ago.error().message);
            return check_tenant(node.at("tenant"), world).map([&] {
                return PastRecord{node.text("collection"),
                                  node.text("tenant"),
                                  node.text("id"),
                                  node.text("parent"),
                                  node.text("event"),
                                  *ago,
                                  shared_object(node.at("body"))};
            });
        });
    if (history) std::ranges::stable_sort(*history, std::greater(), &PastRecord::ago);
    return assign(std::move(history), world.history);
}

void read_incidents(const FixtureValue& root, World& world) {
    for (const FixtureValue& node : root.at("incidents").items()) {
        ScriptedIncident script{node.text("incident"), node.text("record"), {}, 1};
        if (node.at("child").exists())
            script.child = static_cast<std::size_t>(node.number("child", 0));
        script.times = static_cast<std::size_t>(node.number("times", 1));
        world.incidents.push_back(std::move(script));
    }
}

Result<void> read_limits(const FixtureValue& root, World& world) {
    return check_each(root.at("limits").members(), [&](const FixtureValue& limit) -> Result<void> {
        if (const auto number = as_integer(limit.json())) {
            world.limits[limit.name()] = *number;
            return {};
        }
        const auto time = parse_duration(limit.text());
        if (!time) return limit.fail(time.error().message);
        world.limits[limit.name()] = time->count();
        world.time_limits.insert(limit.name());
        return {};
    });
}

void read_lists_and_rules(const FixtureValue& root, World& world) {
    for (const FixtureValue& list : root.at("lists").members()) {
        for (const FixtureValue& value : list.items())
            world.lists[list.name()].insert(value.text());
    }
    for (const std::string& rule : root.texts("disabled_rules")) world.disabled_rules.insert(rule);
    for (const FixtureValue& rule : root.at("waived_rules").members()) {
        for (const FixtureValue& source : rule.items())
            world.waived_rules[rule.name()].insert(source.text());
    }
}

}  // namespace

std::int64_t World::limit(const std::string& limit_name, std::int64_t fallback) const {
    const auto found = limits.find(limit_name);
    return found == limits.end() ? fallback : found->second;
}

Result<World> World::load(const Document& fixture) {
    const FixtureValue root(fixture);
    World world;
    world.where = root.where();
    world.name = root.text("world");
    world.summary = root.text("summary");
    world.hosting = root.text("hosting");
    const std::string base_path = root.text("base_path");
    for (const std::string_view segment : split(base_path, '/')) {
        if (!segment.empty()) world.base_path.emplace_back(segment);
    }
    world.tenant_id_alone = root.flag("tenant_id_alone");
    world.pairs_in_data = root.flag("pairs_in_data");
    world.inputs = shared_object(root.at("inputs"));
    world.sources = shared_object(root.at("sources"));
    world.issued = shared_object(root.at("issued"));
    read_lists_and_rules(root, world);
    read_incidents(root, world);
    return read_times(root, world)
        .and_then([&] { return read_limits(root, world); })
        .and_then([&] { return read_tenants(root, world); })
        .and_then([&] { return read_records(root, world); })
        .and_then([&] { return read_past(root, world); })
        .map([&] { return std::move(world); });
}

std::string named_id(std::uint64_t seed, std::string_view name) {
    // FNV-1a: the same on every host, unlike std::hash.
    std::uint64_t hash = 0xCBF29CE484222325U;
    for (const char c : name) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3U;
    return IdSource(seed ^ hash).uuid();
}

Json fill_named_ids(const Json& json, std::uint64_t seed) {
    return fill_template(json, [&](std::string_view name) -> std::optional<Json> {
        if (name.substr(0, kNamed.size()) != kNamed) return std::nullopt;
        return Json(named_id(seed, name.substr(kNamed.size())));
    });
}

std::string_view tenant_id(const std::vector<Identity>& identities, const std::string& name) {
    for (const Identity& identity : identities) {
        if (identity.name == name) return identity.tenant_id;
    }
    return "";
}

InitialWorld populate_store(const World& world,
                            const std::vector<Identity>& identities,
                            std::uint64_t seed,
                            Store& store) {
    for (const WorldRecord& record : world.records) {
        Json body = fill_named_ids(*record.body, seed);
        Record created;
        created.ref = {record.collection, string_or(body, "id", "")};
        created.tenant = tenant_id(identities, record.tenant);
        created.body = std::make_shared<const Json>(std::move(body));
        store.insert(std::move(created));
    }
    InitialWorld initial{identities,
                         std::make_shared<const Json>(fill_named_ids(*world.inputs, seed)),
                         std::make_shared<const Json>(fill_named_ids(*world.sources, seed)),
                         {}};
    for (const auto& [operation, values] : world.issued->items()) {
        for (const Json& value : values)
            initial.issued.add(operation, "", as_string(fill_named_ids(value, seed)).value_or(""));
    }
    return initial;
}

std::vector<Identity> make_identities(const World& world, IdSource& ids) {
    std::vector<Identity> identities;
    for (const std::string& name : world.tenants) {
        std::string tenant = ids.uuid();
        identities.push_back({name, std::move(tenant), "pk-" + ids.uuid()});
    }
    return identities;
}

Result<std::map<std::string, std::shared_ptr<const World>, std::less<>>> load_worlds(
    const Fixtures& fixtures) {
    return load_named(fixtures, "world", [](const Document& fixture) {
        return World::load(fixture).map(
            [](World world) { return std::make_shared<const World>(std::move(world)); });
    });
}

}  // namespace plumbline::mock
