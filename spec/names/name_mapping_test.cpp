#include "spec/names/name_mapping.hpp"

#include "spec/json/testing.hpp"
#include "spec/names/testing.hpp"

namespace plumbline {
namespace {

/// A name mapping of the shop, and messages that it translates.
class ShopMapping {
  public:
    explicit ShopMapping(const std::string& vocabulary) : contract_(shop_contract()) {
        auto mapping = mapping_of(vocabulary, contract_);
        EXPECT_THAT(mapping, IsOk());
        mapping_ = std::move(*mapping);
    }

    [[nodiscard]] const NameMapping& mapping() const { return *mapping_; }
    [[nodiscard]] const Operation& operation(const std::string& id) const {
        return *contract_->find_operation(id);
    }
    [[nodiscard]] Json order(const std::string& body,
                             NameDirection direction = NameDirection::kToTarget) const {
        const http::Request request{
            "POST", "/v1/orders", {{"Content-Type", "application/json"}}, body};
        return json_of(mapping_->translate(operation("createOrder"), request, direction).body);
    }
    [[nodiscard]] std::string target(const std::string& id,
                                     const std::string& target,
                                     NameDirection direction = NameDirection::kToTarget) const {
        return mapping_->translate(operation(id), http::Request{"GET", target, {}, ""}, direction)
            .target;
    }
    [[nodiscard]] Json response(const std::string& id, int status, const std::string& body) const {
        const http::Response response{status, {{"Content-Type", "application/json"}}, body};
        return json_of(
            mapping_->translate(operation(id), response, NameDirection::kToContract).body);
    }

  private:
    std::shared_ptr<const Contract> contract_;
    std::shared_ptr<const NameMapping> mapping_;
};

http::Request get(std::string target) {
    return {"GET", std::move(target), {}, ""};
}

TEST(NameMapping, RenamesAFieldWhereverItIsDeclared) {
    const ShopMapping shop("fields: { title: caption }");
    EXPECT_THAT(shop.order(R"({"title":"a","buyer":{"title":"b"},"parts":[{"title":"c"}]})"),
                EqualsJson(R"({"caption":"a","buyer":{"caption":"b"},"parts":[{"caption":"c"}]})"));
}

TEST(NameMapping, RenamesAFieldOnlyInsideAnotherField) {
    const ShopMapping shop("fields: { buyer/title: salutation, /title: caption }");
    EXPECT_THAT(
        shop.order(R"({"title":"a","buyer":{"title":"b"},"parts":[{"title":"c"}]})"),
        EqualsJson(R"({"caption":"a","buyer":{"salutation":"b"},"parts":[{"title":"c"}]})"));
}

TEST(NameMapping, DoesNotTranslateFreeFormObjects) {
    const ShopMapping shop("{ fields: { title: caption }, values: { kind: { gift: present } } }");
    EXPECT_THAT(
        shop.order(R"({"kind":"gift","labels":{"title":"gift","kind":"gift"},"title":"gift"})"),
        EqualsJson(
            R"({"kind":"present","labels":{"title":"gift","kind":"gift"},"caption":"gift"})"));
}

TEST(NameMapping, TranslatesMapsAndTuplesWithSchemas) {
    const ShopMapping shop("fields: { amount: cents, note: remark }");
    EXPECT_THAT(shop.order(R"({"prices":{"a":{"amount":1}},"pair":["note",{"note":"n"}]})"),
                EqualsJson(R"({"prices":{"a":{"cents":1}},"pair":["note",{"remark":"n"}]})"));
}

TEST(NameMapping, DoesNotConfuseAnUndeclaredMemberWithAContractName) {
    const ShopMapping shop("fields: { /title: caption }");
    EXPECT_THAT(shop.order(R"({"title":"a","other":1})", NameDirection::kToContract),
                EqualsJson(R"({"caption":"a","other":1})"));
}

TEST(NameMapping, KeepsInvalidJsonAndOtherMediaTypes) {
    const ShopMapping shop("fields: { title: caption }");
    const http::Request text{
        "POST", "/v1/orders", {{"Content-Type", "text/plain"}}, R"({"title":1})"};
    const http::Request torn{
        "POST", "/v1/orders", {{"Content-Type", "application/json"}}, R"({"title")"};
    const Operation& create = shop.operation("createOrder");
    EXPECT_EQ(shop.mapping().translate(create, text, NameDirection::kToTarget), text);
    EXPECT_EQ(shop.mapping().translate(create, torn, NameDirection::kToTarget), torn);
}

TEST(NameMapping, TranslatesResponsesByTheirStatus) {
    const ShopMapping shop("fields: { title: caption }");
    EXPECT_THAT(shop.response("listOrders", 200, R"({"orders":[{"caption":"a"}]})"),
                EqualsJson(R"({"orders":[{"title":"a"}]})"));
    EXPECT_THAT(shop.response("createOrder", 500, R"({"caption":"a"})"),
                EqualsJson(R"({"caption":"a"})"));
}

TEST(NameMapping, TranslatesTheLocationsOfErrors) {
    const ShopMapping shop("{ fields: { title: caption }, parameters: { limit: most } }");
    const std::string ours = R"({"detail":[{"loc":["body","parts",0,"title"],"msg":"title"},
                                           {"loc":["body","labels","title"]},{"loc":["path","order"]}]})";
    const std::string theirs = R"({"detail":[{"loc":["body","parts",0,"caption"],"msg":"title"},
                                             {"loc":["body","labels","title"]},{"loc":["path","order"]}]})";
    EXPECT_THAT(shop.response("createOrder", 422, theirs), EqualsJson(ours));
    const auto back = shop.mapping().translate_body(
        shop.operation("createOrder"), 422, ours, NameDirection::kToTarget);
    ASSERT_TRUE(back);
    EXPECT_THAT(json_of(*back), EqualsJson(theirs));
    EXPECT_THAT(shop.response("listOrders", 400, R"({"detail":[{"loc":["query","most"]}]})"),
                EqualsJson(R"({"detail":[{"loc":["query","limit"]}]})"));
}

TEST(NameMapping, KeepsErrorsWithOtherStructures) {
    const ShopMapping shop("fields: { title: caption }");
    for (const char* body : {R"({"detail":"caption"})",
                             R"(["caption"])",
                             R"({"detail":[3,{"loc":"caption"}]})",
                             R"({"detail":[{"loc":[]},{"loc":["body",true,"caption"]}]})"}) {
        EXPECT_THAT(shop.response("createOrder", 422, body), EqualsJson(body));
    }
}

TEST(NameMapping, TranslatesQueriesAndTheirEnumeratedValues) {
    const ShopMapping shop(
        "{ parameters: { limit: most }, values: { kind: { gift: 'a gift' } }, fields: { kind: sort "
        "} }");
    EXPECT_EQ(shop.target("listOrders", "/v1/orders?kind=gift&limit=3&x=%20y&limit"),
              "/v1/orders?kind=a%20gift&most=3&x=%20y&most");
    EXPECT_EQ(
        shop.target("listOrders", "/v1/orders?kind=a+gift&most=3&=&&", NameDirection::kToContract),
        "/v1/orders?kind=gift&limit=3&=&&");
}

TEST(NameMapping, TranslatesTheLongestPrefixOfAPath) {
    const ShopMapping shop("paths: { '/v1/orders/{order}/lines': '/lines-of/{order}', /v1: /api }");
    EXPECT_EQ(shop.target("listOrders", "/v1/orders?limit=1"), "/api/orders?limit=1");
    EXPECT_EQ(shop.target("getLine", "/v1/orders/a%2Fb/lines/7"), "/lines-of/a%2Fb/7");
    EXPECT_EQ(shop.target("getLine", "/lines-of/a%2Fb/7", NameDirection::kToContract),
              "/v1/orders/a%2Fb/lines/7");
}

TEST(NameMapping, ResolvesPathsInTargetNames) {
    const ShopMapping shop("paths: { /v1/orders: /o, /v1/orders/latest: '/o/newest' }");
    const NameMapping& mapping = shop.mapping();
    EXPECT_EQ(mapping.resolve_path("POST", {"o"}).operation->id, "createOrder");
    EXPECT_EQ(mapping.resolve_path("HEAD", {"o"}).operation->id, "listOrders");
    EXPECT_NE(mapping.resolve_path("DELETE", {"o"}).operation, nullptr);
    EXPECT_EQ(mapping.resolve_path("GET", {"o", "newest"}).operation->id, "latestOrder");
    EXPECT_TRUE(mapping.resolve_path("GET", {"v1", "orders"}).is_renamed);
    EXPECT_FALSE(mapping.resolve_path("GET", {"o"}).is_renamed);
    EXPECT_FALSE(mapping.resolve_path("GET", {"elsewhere"}).is_renamed);
    EXPECT_EQ(mapping.resolve_path("GET", {"elsewhere"}).operation, nullptr);
}

TEST(NameMapping, FindsOperationsByTheMostSpecificContractPath) {
    const auto contract = shop_contract(R"(
  /v1/orders/{order}: { get: { operationId: readOrder, responses: { '200': { description: ok } } } }
)");
    const auto mapping = mapping_of(
        "paths: { /v1/orders/latest: /newest, '/v1/orders/{order}': '/all/orders/of/{order}' }",
        contract);
    ASSERT_THAT(mapping, IsOk());
    EXPECT_EQ((*mapping)->find_operation("shop", get("/v1/orders/latest"))->id, "latestOrder");
    EXPECT_EQ((*mapping)->find_operation("shop", get("/v1/orders/7"))->id, "readOrder");
}

TEST(NameMapping, ResolvesOperationsByTheMostSpecificTargetPath) {
    const auto contract = shop_contract(R"(
  /v1/orders/{order}: { get: { operationId: readOrder, responses: { '200': { description: ok } } } }
)");
    const auto mapping = mapping_of(
        "paths: { '/v1/orders/{order}/lines/{line}': '/{order}/{line}', '/v1/orders/latest': "
        "/newest/order, '/v1/orders/{order}': '/newest/{order}' }",
        contract);
    ASSERT_THAT(mapping, IsOk());
    EXPECT_EQ((*mapping)->resolve_path("GET", {"newest", "order"}).operation->id, "latestOrder");
    EXPECT_EQ((*mapping)->resolve_path("GET", {"newest", "7"}).operation->id, "readOrder");
    EXPECT_EQ((*mapping)->resolve_path("GET", {"7", "order"}).operation->id, "getLine");
}

TEST(NameMapping, FindsOnlyOperationsOfTheArea) {
    const ShopMapping shop("paths: { /v1: /api }");
    EXPECT_EQ(shop.mapping().find_operation("shop", get("/v1/orders"))->id, "listOrders");
    EXPECT_EQ(shop.mapping().find_operation("shop", {"HEAD", "/v1/orders", {}, ""})->id,
              "listOrders");
    EXPECT_EQ(shop.mapping().find_operation("another", get("/v1/orders")), nullptr);
    EXPECT_TRUE(shop.mapping().covers("shop"));
    EXPECT_FALSE(shop.mapping().covers("another"));
    EXPECT_FALSE(shop.mapping().covers(""));
}

TEST(NameMapping, DoesNotCoverTheControlInterface) {
    const auto contract = load_contract();
    ASSERT_THAT(contract, IsOk());
    const auto mapping = mapping_of("{}", *contract);
    ASSERT_THAT(mapping, IsOk());
    EXPECT_TRUE((*mapping)->covers("control_plane"));
    EXPECT_FALSE((*mapping)->covers(kControlDocument));
}

TEST(NameMapping, TranslatesHeadersInAnyCase) {
    const ShopMapping shop("headers: { X-Page: X-Sheet }");
    const http::Headers theirs = shop.mapping().translate(
        http::Headers{{"x-PAGE", "2"}, {"Accept", "*/*"}}, NameDirection::kToTarget);
    EXPECT_EQ(theirs, (http::Headers{{"X-Sheet", "2"}, {"Accept", "*/*"}}));
    EXPECT_EQ(shop.mapping().translate(theirs, NameDirection::kToContract),
              (http::Headers{{"X-Page", "2"}, {"Accept", "*/*"}}));
}

TEST(NameMapping, KeepsRequestsOfOtherDocuments) {
    const ShopMapping shop("paths: { /v1: /api }");
    Operation foreign = shop.operation("listOrders");
    foreign.source = "another";
    const http::Request request{"GET", "/v1/orders", {}, ""};
    EXPECT_EQ(shop.mapping().translate(foreign, request, NameDirection::kToTarget), request);
}

}  // namespace
}  // namespace plumbline
