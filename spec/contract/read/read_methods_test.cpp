#include "spec/contract/testing.hpp"

#include <gmock/gmock.h>

namespace plumbline {
namespace {

using ::testing::ElementsAre;

constexpr std::string_view kPaths = R"(
info: {title: t, version: '1'}
paths:
  /a:
    get: {operationId: ofGet}
    query: {operationId: ofQuery}
    additionalOperations:
      Sync: {operationId: ofSync}
)";

std::vector<std::string> operations_in(const std::string& version) {
    const auto document = parse_document("openapi: " + version + std::string(kPaths), "api.yaml");
    const auto api = ApiDocument::load("api", document.value()).value();
    std::vector<std::string> operations;
    for (const Operation& one : api->operations()) operations.push_back(one.method + ' ' + one.id);
    return operations;
}

TEST(OperationMethods, OfOpenApi32AreAnyName) {
    EXPECT_THAT(operations_in("3.2.0"), ElementsAre("GET ofGet", "QUERY ofQuery", "Sync ofSync"));
}

TEST(OperationMethods, HaveAPlaceInTheirPathItem) {
    const auto document = parse_document("openapi: 3.2.0" + std::string(kPaths), "api.yaml");
    const auto api = ApiDocument::load("api", document.value()).value();
    EXPECT_EQ(api->find_operation("ofGet")->member, "get");
    EXPECT_EQ(api->find_operation("ofSync")->member, "additionalOperations/Sync");
}

TEST(OperationMethods, BeforeOpenApi32AreThoseOfPathItems) {
    EXPECT_THAT(operations_in("3.1.0"), ElementsAre("GET ofGet"));
}

}  // namespace
}  // namespace plumbline
