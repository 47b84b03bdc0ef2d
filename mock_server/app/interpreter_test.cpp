#include "mock_server/app/interpreter.hpp"

#include "mock_server/engine/testing.hpp"
#include "spec/json/document.hpp"

namespace plumbline::mock {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

constexpr const char* kOtherNames = R"({
  "fields": {"graph_config_path": "workflow_file", "/tenant_id": "workspace_id",
             "graph_node": "node_name", "assistant_id": "graph_name", "attempt": "try"},
  "values": {"source": {"internal_source": "upload"}},
  "parameters": {"name_contains": "search"},
  "headers": {"X-Api-Key": "X-Key"},
  "paths": {"/v2/deployments": "/api/applications"}
})";

/// A mock whose callers use other names, behind a base path.
class OtherNames : public ::testing::Test {
  protected:
    OtherNames() : mock_(behind_a_base_path()), interpreter_(mock_.engine(), naming()) {}

    [[nodiscard]] Answer send(const std::string& method,
                              const std::string& target,
                              const std::string& body = "") const {
        http::Headers headers{{"X-Key", "plumbline-dev-key"}, {"Host", "mock.test"}};
        if (!body.empty()) headers.set("Content-Type", "application/json");
        return to_answer(interpreter_.answer({method, target, headers, body}));
    }

    const std::string body_ =
        R"({"name":"x","source":"upload","source_config":{},"secrets":[],
            "source_revision_config":{"workflow_file":"a"}})";
    Mock mock_;
    Interpreter interpreter_;

  private:
    static Assembly behind_a_base_path() {
        Assembly assembly;
        assembly.settings.base_path = {"api-host"};
        return assembly;
    }

    [[nodiscard]] std::shared_ptr<const Naming> naming() const {
        auto document = parse_json_document(kOtherNames, "names.json");
        auto made = Naming::make(std::move(*document), mock_.engine().parts().contract);
        EXPECT_THAT(made, IsOk());
        return *made;
    }
};

TEST_F(OtherNames, AreUnderstoodAndAnswered) {
    const Answer created = send("POST", "/api-host/api/applications", body_);
    ASSERT_THAT(created, HasStatus(201));
    EXPECT_EQ(created.body["source"], "upload");
    EXPECT_EQ(created.body["source_revision_config"]["workflow_file"], "a");
    EXPECT_TRUE(created.body.contains("workspace_id"));
    EXPECT_FALSE(created.body.contains("tenant_id"));
    const Answer read = send("GET", "/api-host/api/applications/" + created.id());
    EXPECT_EQ(read.body["source"], "upload");
}

TEST_F(OtherNames, AreUnderstoodBehindThePathOfAHosting) {
    const Json workspace = mock_.make({{"hosting", "self_hosted"}});
    const std::string base = workspace["prefix"].get<std::string>() + "/api-host";
    http::Headers headers{{"X-Key", workspace["api_key"].get<std::string>()}};
    for (const std::string& target :
         {"/api-host" + base + "/api/applications", base + "/api-host/api/applications"}) {
        EXPECT_THAT(to_answer(interpreter_.answer({"GET", target, headers, ""})), HasStatus(200))
            << target;
    }
}

TEST_F(OtherNames, AreInErrorLocations) {
    EXPECT_THAT(send("POST",
                     "/api-host/api/applications",
                     R"({"name":"x","source":"upload","source_config":{},"secrets":[],
                         "source_revision_config":{"workflow_file":1}})"),
                HasProblemAt(R"(["body","source_revision_config","workflow_file"])"));
}

TEST_F(OtherNames, AreUnderstoodInQueries) {
    ASSERT_THAT(send("POST", "/api-host/api/applications", body_), HasStatus(201));
    EXPECT_EQ(send("GET", "/api-host/api/applications?search=x").body["resources"].size(), 1U);
    EXPECT_EQ(send("GET", "/api-host/api/applications?search=y").body["resources"].size(), 0U);
}

TEST_F(OtherNames, ReplaceOurs) {
    EXPECT_THAT(send("GET", "/api-host/v2/deployments"), HasStatus(404));
    EXPECT_THAT(send("POST",
                     "/api-host/api/applications",
                     R"({"name":"x","source":"upload","source_config":{},"secrets":[],
                         "source_revision_config":{"graph_config_path":"a"}})"),
                HasProblemAt(R"(["body","source_revision_config","workflow_file"])"));
    EXPECT_THAT(send("POST",
                     "/api-host/api/applications",
                     R"({"name":"x","source":"internal_source","source_config":{},"secrets":[],
                         "source_revision_config":{"workflow_file":"a"}})"),
                HasProblemAt(R"(["body","source"])"));
    const http::Request unknown_key{
        "GET", "/api-host/api/applications", {{"X-Api-Key", "plumbline-dev-key"}}, ""};
    EXPECT_THAT(to_answer(interpreter_.answer(unknown_key)), HasStatus(401));
}

TEST_F(OtherNames, AreInEventsOfStreams) {
    const Answer answer = send(
        "POST",
        "/api-host/runs/stream",
        R"({"graph_name":"chat","input":{"messages":[]},"stream_mode":["messages-tuple","values"]})");
    EXPECT_THAT(answer, HasStatus(200));
    EXPECT_THAT(answer.text, HasSubstr("\"try\":1"));
    EXPECT_THAT(answer.text, HasSubstr("\"node_name\":\"agent\""));
    EXPECT_THAT(answer.text, Not(HasSubstr("graph_node")));
}

TEST_F(OtherNames, HoldInAWorkspaceOnBothSidesOfTheBasePath) {
    const Json workspace = mock_.make({{"world", "cloud"}});
    const auto prefix = workspace["prefix"].get<std::string>();
    for (const std::string& base : {"/api-host" + prefix, prefix + "/api-host"}) {
        const http::Request list{"GET",
                                 base + "/api/applications",
                                 {{"x-key", workspace["api_key"].get<std::string>()}},
                                 ""};
        EXPECT_THAT(to_answer(interpreter_.answer(list)), HasStatus(200)) << base;
    }
}

TEST_F(OtherNames, LeaveTheControlInterfaceAndUnknownPaths) {
    EXPECT_THAT(send("GET", "/_plumbline/health"), HasStatus(200));
    EXPECT_THAT(send("GET", "/api-host/nowhere"), HasStatus(404));
    EXPECT_THAT(send("GET", "/"), HasStatus(404));
    EXPECT_THAT(send("GET", "no target"), HasStatus(400));
    EXPECT_THAT(send("DELETE", "/api-host/api/applications"), HasStatus(405));
}

TEST_F(OtherNames, AreShownToWhoStartsTheMock) {
    const http::Request sent = interpreter_.as_sent(
        "listDeployments", {"GET", "/v2/deployments", {{"X-Api-Key", "k"}}, ""});
    EXPECT_EQ(sent.target, "/api/applications");
    EXPECT_EQ(sent.headers, (http::Headers{{"X-Key", "k"}}));
}

TEST(Interpreter, PassesEverythingWithoutAVocabulary) {
    const Mock mock;
    const Interpreter interpreter(mock.engine(), nullptr);
    const http::Request list{"GET", "/v2/deployments", {{"X-Api-Key", "plumbline-dev-key"}}, ""};
    EXPECT_THAT(to_answer(interpreter.answer(list)), HasStatus(200));
    EXPECT_EQ(interpreter.as_sent("listDeployments", list), list);
}

}  // namespace
}  // namespace plumbline::mock
