// The hand-written bodies of fixtures/bodies: what the mock answers to each, against what their
// author wrote down. They know nothing of the contract, so they are an oracle for it.

#include "mock_server/engine/testing.hpp"
#include "spec/json/document.hpp"

#include <algorithm>
#include <filesystem>

namespace plumbline::mock {
namespace {

constexpr const char* kBodies = "fixtures/bodies/";

Json load(const std::string& path) {
    const auto document = load_document(path);
    EXPECT_THAT(document, IsOk());
    return document ? Json(*document->root) : Json();
}

std::vector<std::string> files_in(const std::string& folder) {
    std::vector<std::string> paths;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(kBodies + folder)) {
        if (entry.path().extension() == ".json") paths.push_back(entry.path().string());
    }
    std::sort(paths.begin(), paths.end());
    return paths;
}

/// Makes the workspace hold what facts.json says: values handed out, listeners of a kind.
void settle_facts(Life& life, const Json& facts) {
    for (const auto& [operation, values] : facts["issued"].items()) {
        for (const Json& value : values)
            life.store().issue(operation, "", value.get<std::string>());
    }
    for (const auto& [id, kind] : facts["compute_kinds"].items()) {
        Record listener;
        listener.ref = {"listeners", id};
        listener.body = std::make_shared<const Json>(Json{{"id", id}, {"compute_type", kind}});
        life.store().insert(std::move(listener));
    }
}

/// Sends a body to a workspace of its own, in which the record it changes is there.
Answer answer_to(const Mock& mock, const Json& one, const Json& facts) {
    const Json workspace = mock.make({{"world", one["hosting"]}});
    const auto held = mock.engine().parts().registry->find(workspace["id"].get<std::string>());
    const Json current = one.value("current", Json());
    const auto tenant = workspace["tenant_id"].get<std::string>();
    held->life().with([&](Life& life) {
        settle_facts(life, facts);
        if (current.is_null()) return;
        Record record;
        record.ref = {"deployments", current["id"]};
        record.tenant = tenant;
        record.body = std::make_shared<const Json>(current);
        life.store().insert(std::move(record));
    });
    const Caller api = mock.caller(workspace);
    return current.is_null()
               ? api.post("/v2/deployments", one["body"])
               : api.patch("/v2/deployments/" + current["id"].get<std::string>(), one["body"]);
}

/// Returns the files whose answer is not what they say.
std::vector<std::string> surprises(const std::string& folder) {
    const Mock mock;
    const Json facts = load(std::string(kBodies) + "facts.json");
    std::vector<std::string> found;
    for (const std::string& path : files_in(folder)) {
        const Json one = load(path);
        const int expected =
            one.value("status", one["operation"] == "createDeployment" ? 201 : 200);
        const Answer answer = answer_to(mock, one, facts);
        if (answer.status != expected)
            found.push_back(path + ": " + testing::PrintToString(answer));
    }
    return found;
}

TEST(Bodies, ThatAreValidAreTaken) {
    EXPECT_THAT(surprises("valid"), testing::IsEmpty());
}

TEST(Bodies, ThatAreInvalidAreRefusedAsTheySay) {
    EXPECT_THAT(surprises("invalid"), testing::IsEmpty());
}

}  // namespace
}  // namespace plumbline::mock
