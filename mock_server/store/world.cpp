#include "mock_server/store/world.hpp"

#include "mock_server/store/template.hpp"
#include "spec/base/text.hpp"
#include "spec/base/time_text.hpp"
#include "spec/json/access.hpp"
#include "spec/json/pointer.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace plumbline::mock {
namespace {

constexpr std::string_view kNamed = "named:";

const Json& object_member(const Json& root, std::string_view key) {
    static const Json kNone = Json::object();
    const Json* value = member(root, key);
    return value && value->is_object() ? *value : kNone;
}

SharedJson shared_member(const Json& root, std::string_view key) {
    return std::make_shared<const Json>(object_member(root, key));
}

Result<void> read_times(const Document& fixture, World& world) {
    const auto start = parse_instant(string_or(*fixture.root, "start", ""));
    if (!start) return fail_at(fixture, "/start", start.error().message);
    world.start = *start;
    for (const auto& [machine, states] : object_member(*fixture.root, "timings").items()) {
        for (const auto& [state, text] : states.items()) {
            const auto time = parse_duration(as_string(text).value_or(""));
            const std::string pointer =
                "/timings/" + escape_pointer_token(machine) + '/' + escape_pointer_token(state);
            if (!time) return fail_at(fixture, pointer, time.error().message);
            if (*time <= Duration::zero())
                return fail_at(fixture, pointer, "a time must be longer than zero");
            world.timings[machine + '/' + state] = *time;
        }
    }
    return {};
}

Result<void> read_tenants(const Document& fixture, World& world) {
    world.tenants = strings_or_empty(*fixture.root, "tenants");
    if (world.tenants.empty())
        return fail_at(fixture, "/tenants", "a world needs at least one tenant");
    const Json& known = object_member(*fixture.root, "well_known");
    for (const std::string& name : world.tenants) {
        const Json& identity = object_member(known, name);
        world.well_known.push_back(
            {name, string_or(identity, "tenant_id", ""), string_or(identity, "api_key", "")});
    }
    return {};
}

bool is_tenant(const World& world, const std::string& name) {
    return name.empty() ||
           std::find(world.tenants.begin(), world.tenants.end(), name) != world.tenants.end();
}

tl::unexpected<Error> no_tenant(const Document& fixture,
                                const std::string& pointer,
                                const std::string& name) {
    return fail_at(fixture, pointer, fmt::format("\"{}\" is not one of the world's tenants", name));
}

Result<void> read_records(const Document& fixture, World& world) {
    const Json* records = member(*fixture.root, "records");
    if (!records) return {};
    std::set<RecordRef> known;
    for (std::size_t i = 0; i < records->size(); ++i) {
        const Json& record = (*records)[i];
        const std::string tenant = string_or(record, "tenant", "");
        if (!is_tenant(world, tenant))
            return no_tenant(fixture, fmt::format("/records/{}/tenant", i), tenant);
        const RecordRef ref{string_or(record, "collection", ""),
                            string_or(object_member(record, "body"), "id", "")};
        if (ref.id.empty() || !known.insert(ref).second) {
            return fail_at(
                fixture,
                fmt::format("/records/{}/body", i),
                "a record needs an id of its own, e.g. \"id\": \"{named:main_listener}\"");
        }
        world.records.push_back({ref.collection, tenant, shared_member(record, "body")});
    }
    return {};
}

Result<void> read_past(const Document& fixture, World& world) {
    const Json* records = member(*fixture.root, "past");
    for (std::size_t i = 0; records && i < records->size(); ++i) {
        const Json& node = (*records)[i];
        const std::string pointer = fmt::format("/past/{}", i);
        const auto ago = parse_duration(string_or(node, "ago", ""));
        if (!ago) return fail_at(fixture, pointer + "/ago", ago.error().message);
        PastRecord record{string_or(node, "collection", ""),
                          string_or(node, "tenant", ""),
                          string_or(node, "id", ""),
                          *ago,
                          shared_member(node, "body")};
        if (!is_tenant(world, record.tenant))
            return no_tenant(fixture, pointer + "/tenant", record.tenant);
        world.past.push_back(std::move(record));
    }
    std::stable_sort(world.past.begin(), world.past.end(), [](const auto& a, const auto& b) {
        return a.ago > b.ago;
    });
    return {};
}

void read_incidents(const Json& root, World& world) {
    const Json* scripts = member(root, "incidents");
    for (std::size_t i = 0; scripts && i < scripts->size(); ++i) {
        const Json& node = (*scripts)[i];
        ScriptedIncident script{
            string_or(node, "incident", ""), string_or(node, "record", ""), {}, 1};
        if (member(node, "child"))
            script.child = static_cast<std::size_t>(integer_or(node, "child", 0));
        script.times = static_cast<std::size_t>(integer_or(node, "times", 1));
        world.incidents.push_back(std::move(script));
    }
}

Result<void> read_limits(const Document& fixture, World& world) {
    for (const auto& [name, value] : object_member(*fixture.root, "limits").items()) {
        if (value.is_number_integer()) {
            world.limits[name] = value.get<std::int64_t>();
            continue;
        }
        const auto time = parse_duration(as_string(value).value_or(""));
        if (!time)
            return fail_at(fixture, "/limits/" + escape_pointer_token(name), time.error().message);
        world.limits[name] = time->count();
        world.time_limits.insert(name);
    }
    return {};
}

void read_names(const Json& root, World& world) {
    for (const auto& [name, values] : object_member(root, "lists").items()) {
        const auto texts = strings_or_empty(object_member(root, "lists"), name);
        world.lists[name] = {texts.begin(), texts.end()};
    }
    for (std::string& rule : strings_or_empty(root, "disabled_rules")) {
        world.disabled_rules.insert(std::move(rule));
    }
    const Json& lifted = object_member(root, "lifted_rules");
    for (const auto& [rule, sources] : lifted.items()) {
        const auto names = strings_or_empty(lifted, rule);
        world.lifted_rules[rule] = {names.begin(), names.end()};
    }
}

}  // namespace

std::int64_t World::limit(const std::string& limit_name, std::int64_t fallback) const {
    const auto found = limits.find(limit_name);
    return found == limits.end() ? fallback : found->second;
}

Result<World> World::load(const Document& fixture) {
    const Json& root = *fixture.root;
    World world;
    world.where = fixture.where("");
    world.name = string_or(root, "world", "");
    world.summary = string_or(root, "summary", "");
    world.hosting = string_or(root, "hosting", "");
    const std::string base_path = string_or(root, "base_path", "");
    for (const std::string_view segment : split(base_path, '/')) {
        if (!segment.empty()) world.base_path.emplace_back(segment);
    }
    world.tenant_id_alone = bool_or(root, "tenant_id_alone", false);
    world.pairs_in_data = bool_or(root, "pairs_in_data", false);
    world.inputs = shared_member(root, "inputs");
    world.sources = shared_member(root, "sources");
    world.issued = shared_member(root, "issued");
    read_names(root, world);
    read_incidents(root, world);
    return read_times(fixture, world)
        .and_then([&] { return read_limits(fixture, world); })
        .and_then([&] { return read_tenants(fixture, world); })
        .and_then([&] { return read_records(fixture, world); })
        .and_then([&] { return read_past(fixture, world); })
        .map([&] { return std::move(world); });
}

std::string named_id(std::uint64_t seed, std::string_view name) {
    // FNV-1a: the same on every machine, unlike std::hash.
    std::uint64_t hash = 0xCBF29CE484222325U;
    for (const char c : name) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3U;
    return IdSource(seed ^ hash).uuid();
}

Json fill_named(const Json& form, std::uint64_t seed) {
    return fill_template(form, [&](std::string_view name) -> std::optional<Json> {
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

Settled settle(const World& world,
               const std::vector<Identity>& identities,
               std::uint64_t seed,
               Store& store) {
    for (const WorldRecord& record : world.records) {
        Json body = fill_named(*record.body, seed);
        Record made;
        made.ref = {record.collection, string_or(body, "id", "")};
        made.tenant = tenant_id(identities, record.tenant);
        made.body = std::make_shared<const Json>(std::move(body));
        store.insert(std::move(made));
    }
    for (const auto& [operation, values] : world.issued->items()) {
        for (const Json& value : values) {
            store.issue(operation, "", as_string(fill_named(value, seed)).value_or(""));
        }
    }
    return {identities,
            std::make_shared<const Json>(fill_named(*world.inputs, seed)),
            std::make_shared<const Json>(fill_named(*world.sources, seed))};
}

std::vector<Identity> make_identities(const World& world, IdSource& ids) {
    std::vector<Identity> identities;
    for (const std::string& name : world.tenants) {
        std::string tenant = ids.uuid();
        identities.push_back({name, std::move(tenant), "pk-" + ids.uuid()});
    }
    return identities;
}

Result<std::map<std::string, std::shared_ptr<const World>>> load_worlds(const Fixtures& fixtures) {
    std::map<std::string, std::shared_ptr<const World>> worlds;
    for (const std::string& path : fixtures.list("worlds")) {
        const auto document = fixtures.load(path, "World");
        if (!document) return fail(document.error());
        auto world = World::load(*document);
        if (!world) return fail(world.error());
        const std::string name = world->name;
        if (!worlds.emplace(name, std::make_shared<const World>(std::move(*world))).second) {
            return fail_at(
                *document, "/world", fmt::format("a second world is named \"{}\"", name));
        }
    }
    return worlds;
}

}  // namespace plumbline::mock
