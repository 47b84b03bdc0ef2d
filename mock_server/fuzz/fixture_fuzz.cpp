// Fixtures: a file that conforms to its schema is loaded together with the built-in ones, or has an
// error with a position; the records of a world fill a store.

#include "mock_server/engine/mock_engine.hpp"
#include "mock_server/streaming/agent_runs.hpp"
#include "spec/fuzz/fuzzing.hpp"

#include <array>
#include <map>
#include <string>

using namespace plumbline;
using namespace plumbline::mock;

namespace {

/// A kind of fixture: the member that only its files have, its schema, its folder.
struct FixtureKind {
    std::string_view member;
    std::string_view schema;
    std::string_view folder;
};
constexpr std::array<FixtureKind, 7> kKinds{{{"world", "World", "worlds"},
                                             {"machine", "Machine", "machines"},
                                             {"graph", "Graph", "graphs"},
                                             {"incident", "Incident", "incidents"},
                                             {"faults", "Faults", "faults"},
                                             {"variants", "Variants", "variants"},
                                             {"collections", "Operations", ""}}};

const Contract& contract() {
    static const auto kContract = load_contract();
    PLUMBLINE_CHECK(kContract.has_value(), "the built-in contract can be loaded");
    return **kContract;
}

/// Returns the built-in fixtures that others refer to. Worlds and faults are not: each file is
/// loaded without the others.
std::map<std::string, Document> built_in_files() {
    std::map<std::string, Document> files;
    const Fixtures fixtures;
    files["operations.json"] = *fixtures.load("operations.json", "Operations");
    for (const char* folder : {"machines", "graphs", "incidents"}) {
        for (const std::string& path : fixtures.list(folder))
            files[path] = *fixtures.load(path, "");
    }
    return files;
}

/// Returns the path of a fixture; it replaces the built-in one of the same name.
std::string path_of(const FixtureKind& kind, const Document& document) {
    if (kind.folder.empty()) return "operations.json";
    return std::string(kind.folder) + '/' + FixtureValue(document).text(kind.member, "a") + ".json";
}

Result<void> load_faults(const Fixtures& fixtures, const StateModel& model) {
    FaultCatalogue::KnownNames names;
    for (const auto& api : contract().documents) {
        for (const Operation& operation : api->operations()) {
            names.operations.push_back(operation.id);
            for (const Rule& rule : operation.rules) names.rules.push_back(rule.id);
        }
    }
    names.effects = model.effect_ids();
    names.machines = keys_of(model.machines);
    names.conditions = model.condition_ids();
    names.model = &model;
    return FaultCatalogue::load(fixtures, std::move(names)).map([](const auto&) {});
}

Result<void> load_world(const Fixtures& fixtures) {
    return load_worlds(fixtures).map([](const auto& worlds) {
        for (const auto& [name, world] : worlds) {
            IdSource ids(1);
            Store store;
            (void)populate_store(*world, make_identities(*world, ids), 1, store);
        }
    });
}

/// Loads the fixtures as far as a file of the kind takes part.
Result<void> load(const FixtureKind& kind, const Fixtures& fixtures) {
    if (kind.schema == "World") return load_world(fixtures);
    if (kind.schema == "Graph") return load_graphs(fixtures).map([](const auto&) {});
    const auto operations = fixtures.load("operations.json", "Operations");
    const auto model = StateModel::load(fixtures, *operations);
    if (!model) return fail(model.error());
    if (kind.folder == kind.member) return load_faults(fixtures, **model);
    return OperationTable::load(*operations, **model, contract()).map([](const auto&) {});
}

void check_input(std::string_view text) {
    static const auto kBuiltIn = built_in_files();
    const auto document = parse_json_document(text, "a.json");
    if (!document) return;
    for (const FixtureKind& kind : kKinds) {
        if (!FixtureValue(*document).at(kind.member).exists()) continue;
        if (const auto checked = check_fixture(*document, kind.schema); !checked)
            return fuzz::check_position(checked.error(), "a.json", text);
        auto files = kBuiltIn;
        files[path_of(kind, *document)] = *document;
        const auto loaded = load(kind, Fixtures(std::move(files)));
        PLUMBLINE_CHECK(loaded || !loaded.error().message.empty(), "an error has a message");
        PLUMBLINE_CHECK(loaded || loaded.error().where.line > 0, "an error has a position");
        return;
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    return fuzz::run(check_input, bytes, size);
}
