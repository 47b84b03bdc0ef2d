#include "mock_server/app/name_translator.hpp"

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

/// A mock whose callers use other names, under a base path.
class NameTranslatorTest : public ::testing::Test {
  protected:
    NameTranslatorTest() : mock_(behind_a_base_path()), translator_(mock_.engine(), mapping()) {}

    [[nodiscard]] TestResponse send(const std::string& method,
                                    const std::string& target,
                                    const std::string& body = "") const {
        http::Headers headers{{"X-Key", "plumbline-dev-key"}, {"Host", "mock.test"}};
        if (!body.empty()) headers.set("Content-Type", "application/json");
        return to_test_response(translator_.handle({method, target, headers, body}));
    }

    const std::string body_ =
        R"({"name":"searched","source":"upload","source_config":{},"secrets":[],
            "source_revision_config":{"workflow_file":"a"}})";
    TestMock mock_;
    NameTranslator translator_;

  private:
    static EngineOptions behind_a_base_path() {
        EngineOptions assembly;
        assembly.access.base_path = {"api-host"};
        return assembly;
    }

    [[nodiscard]] std::shared_ptr<const NameMapping> mapping() const {
        auto document = parse_json_document(kOtherNames, "names.json");
        auto created = NameMapping::make(std::move(*document), mock_.engine().config().contract);
        EXPECT_THAT(created, IsOk());
        return *created;
    }
};

TEST_F(NameTranslatorTest, TranslatesRequestsAndResponses) {
    const TestResponse created = send("POST", "/api-host/api/applications", body_);
    ASSERT_THAT(created, HasStatus(201));
    EXPECT_EQ(created.body["source"], "upload");
    EXPECT_EQ(created.body["source_revision_config"]["workflow_file"], "a");
    EXPECT_TRUE(created.body.contains("workspace_id"));
    EXPECT_FALSE(created.body.contains("tenant_id"));
    const TestResponse read = send("GET", "/api-host/api/applications/" + created.id());
    EXPECT_EQ(read.body["source"], "upload");
}

TEST_F(NameTranslatorTest, AcceptsTheBasePathOfTheHosting) {
    const Json workspace = mock_.make_workspace({{"hosting", "self_hosted"}});
    const std::string base = workspace["prefix"].get<std::string>() + "/api-host";
    http::Headers headers{{"X-Key", workspace["api_key"].get<std::string>()}};
    for (const std::string& target :
         {"/api-host" + base + "/api/applications", base + "/api-host/api/applications"}) {
        EXPECT_THAT(to_test_response(translator_.handle({"GET", target, headers, ""})),
                    HasStatus(200))
            << target;
    }
}

TEST_F(NameTranslatorTest, TranslatesErrorLocations) {
    EXPECT_THAT(send("POST",
                     "/api-host/api/applications",
                     R"({"name":"x","source":"upload","source_config":{},"secrets":[],
                         "source_revision_config":{"workflow_file":1}})"),
                HasProblemAt(R"(["body","source_revision_config","workflow_file"])"));
}

TEST_F(NameTranslatorTest, TranslatesQueryParameters) {
    ASSERT_THAT(send("POST", "/api-host/api/applications", body_), HasStatus(201));
    EXPECT_EQ(send("GET", "/api-host/api/applications?search=searched").body["resources"].size(),
              1U);
    EXPECT_EQ(send("GET", "/api-host/api/applications?search=missed").body["resources"].size(), 0U);
}

TEST_F(NameTranslatorTest, RejectsTheContractsNames) {
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
    EXPECT_THAT(to_test_response(translator_.handle(unknown_key)), HasStatus(401));
}

TEST_F(NameTranslatorTest, TranslatesEventsOfStreams) {
    const TestResponse response = send(
        "POST",
        "/api-host/runs/stream",
        R"({"graph_name":"chat","input":{"messages":[]},"stream_mode":["messages-tuple","values"]})");
    EXPECT_THAT(response, HasStatus(200));
    EXPECT_THAT(response.text, HasSubstr("\"try\":1"));
    EXPECT_THAT(response.text, HasSubstr("\"node_name\":\"agent\""));
    EXPECT_THAT(response.text, Not(HasSubstr("graph_node")));
}

TEST_F(NameTranslatorTest, AcceptsTheWorkspacePrefixOnBothSidesOfTheBasePath) {
    const Json workspace = mock_.make_workspace({{"world", "cloud"}});
    const auto prefix = workspace["prefix"].get<std::string>();
    for (const std::string& base : {"/api-host" + prefix, prefix + "/api-host"}) {
        const http::Request list{"GET",
                                 base + "/api/applications",
                                 {{"x-key", workspace["api_key"].get<std::string>()}},
                                 ""};
        EXPECT_THAT(to_test_response(translator_.handle(list)), HasStatus(200)) << base;
    }
}

TEST_F(NameTranslatorTest, PassesTheControlInterfaceAndUnknownPaths) {
    EXPECT_THAT(send("GET", "/_plumbline/health"), HasStatus(200));
    EXPECT_THAT(send("GET", "/api-host/nowhere"), HasStatus(404));
    EXPECT_THAT(send("GET", "/"), HasStatus(404));
    EXPECT_THAT(send("GET", "no target"), HasStatus(400));
    EXPECT_THAT(send("DELETE", "/api-host/api/applications"), HasStatus(405));
}

TEST_F(NameTranslatorTest, TranslatesTheExampleRequest) {
    const http::Request sent = translator_.to_caller_names(
        "listDeployments", {"GET", "/v2/deployments", {{"X-Api-Key", "k"}}, ""});
    EXPECT_EQ(sent.target, "/api/applications");
    EXPECT_EQ(sent.headers, (http::Headers{{"X-Key", "k"}}));
}

TEST(NameTranslator, IsNotNeededWithoutAVocabulary) {
    const TestMock mock;
    const http::Request list{"GET", "/v2/deployments", {{"X-Api-Key", "plumbline-dev-key"}}, ""};
    EXPECT_THAT(to_test_response(mock.engine().handle(list)), HasStatus(200));
}

}  // namespace
}  // namespace plumbline::mock
