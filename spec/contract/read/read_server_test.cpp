#include "spec/contract/testing.hpp"

#include <gmock/gmock.h>

namespace plumbline {
namespace {

TEST(ServerUrl, HasTheDefaultsOfItsVariables) {
    EXPECT_EQ(server_url_of(json_of(R"({"url": "https://{host}.example:{port}/{base}/x",
        "variables": {"host": {"default": "eu"}, "port": {"enum": ["1", "8443"], "default": "8443"},
                      "base": {"default": "v2"}}})")),
              "https://eu.example:8443/v2/x");
    EXPECT_EQ(server_url_of(json_of(R"({"url": "https://a.example"})")), "https://a.example");
}

TEST(ServerUrl, IsUnknownWithoutAVariable) {
    EXPECT_EQ(server_url_of(json_of(R"({"url": "https://{host}/"})")), "");
    EXPECT_EQ(server_url_of(json_of(R"({"description": "none"})")), "");
}

constexpr std::string_view kThreeServers = R"(openapi: 3.1.0
info: {title: t, version: '1'}
servers: [{url: 'https://{name}.example', variables: {name: {default: root}}}]
paths:
  /a:
    servers: [{url: https://path.example}]
    get: {operationId: ofPath, responses: {'200': {description: a}}}
    put:
      operationId: ofOperation
      servers: [{url: https://operation.example}]
      responses: {'200': {description: a}}
  /b:
    get: {operationId: ofDocument, responses: {'200': {description: b}}}
)";

TEST(ServerUrl, OfAnOperationIsThatOfItsPathOrItsOwn) {
    const auto api =
        ApiDocument::load("api", parse_document(kThreeServers, "api.yaml").value()).value();
    EXPECT_EQ(api->server_url(), "https://root.example");
    EXPECT_EQ(api->find_operation("ofPath")->server_url, "https://path.example");
    EXPECT_EQ(api->find_operation("ofOperation")->server_url, "https://operation.example");
    EXPECT_EQ(api->find_operation("ofDocument")->server_url, "");
}

}  // namespace
}  // namespace plumbline
