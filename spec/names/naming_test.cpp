#include "spec/names/naming.hpp"

#include "spec/json/testing.hpp"
#include "spec/names/testing.hpp"

namespace plumbline {
namespace {

/// A vocabulary over the shop, and messages through it.
class Spoken {
  public:
    explicit Spoken(const std::string& vocabulary) : contract_(shop()) {
        auto naming = naming_of(vocabulary, contract_);
        EXPECT_THAT(naming, IsOk());
        naming_ = std::move(*naming);
    }

    [[nodiscard]] const Naming& naming() const { return *naming_; }
    [[nodiscard]] const Operation& operation(const std::string& id) const {
        return *contract_->find_operation(id);
    }
    [[nodiscard]] Json order(const std::string& body, Toward toward = Toward::kTheirs) const {
        const http::Request request{
            "POST", "/v1/orders", {{"Content-Type", "application/json"}}, body};
        return json_of(naming_->translated(operation("createOrder"), request, toward).body);
    }
    [[nodiscard]] std::string target(const std::string& id,
                                     const std::string& target,
                                     Toward toward = Toward::kTheirs) const {
        return naming_->translated(operation(id), http::Request{"GET", target, {}, ""}, toward)
            .target;
    }
    [[nodiscard]] Json answer(const std::string& id, int status, const std::string& body) const {
        const http::Response response{status, {{"Content-Type", "application/json"}}, body};
        return json_of(naming_->translated(operation(id), response, Toward::kOurs).body);
    }

  private:
    std::shared_ptr<const Contract> contract_;
    std::shared_ptr<const Naming> naming_;
};

http::Request get(std::string target) {
    return {"GET", std::move(target), {}, ""};
}

TEST(Naming, RenamesAFieldWhereverItIsDeclared) {
    const Spoken spoken("fields: { title: caption }");
    EXPECT_THAT(spoken.order(R"({"title":"a","buyer":{"title":"b"},"parts":[{"title":"c"}]})"),
                EqualsJson(R"({"caption":"a","buyer":{"caption":"b"},"parts":[{"caption":"c"}]})"));
}

TEST(Naming, RenamesAFieldInsideOneOtherOnly) {
    const Spoken spoken("fields: { buyer/title: salutation, /title: caption }");
    EXPECT_THAT(
        spoken.order(R"({"title":"a","buyer":{"title":"b"},"parts":[{"title":"c"}]})"),
        EqualsJson(R"({"caption":"a","buyer":{"salutation":"b"},"parts":[{"title":"c"}]})"));
}

TEST(Naming, NeverEntersWhatIsFreeForm) {
    const Spoken spoken("{ fields: { title: caption }, values: { kind: { gift: present } } }");
    EXPECT_THAT(
        spoken.order(R"({"kind":"gift","labels":{"title":"gift","kind":"gift"},"title":"gift"})"),
        EqualsJson(
            R"({"kind":"present","labels":{"title":"gift","kind":"gift"},"caption":"gift"})"));
}

TEST(Naming, EntersMapsAndTuplesThatHaveSchemas) {
    const Spoken spoken("fields: { amount: cents, note: remark }");
    EXPECT_THAT(spoken.order(R"({"prices":{"a":{"amount":1}},"pair":["note",{"note":"n"}]})"),
                EqualsJson(R"({"prices":{"a":{"cents":1}},"pair":["note",{"remark":"n"}]})"));
}

TEST(Naming, DoesNotTakeAStrangersMemberForOurs) {
    const Spoken spoken("fields: { /title: caption }");
    EXPECT_THAT(spoken.order(R"({"title":"a","other":1})", Toward::kOurs),
                EqualsJson(R"({"caption":"a","other":1})"));
}

TEST(Naming, LeavesABodyThatIsNoJsonAndOtherTypes) {
    const Spoken spoken("fields: { title: caption }");
    const http::Request text{
        "POST", "/v1/orders", {{"Content-Type", "text/plain"}}, R"({"title":1})"};
    const http::Request torn{
        "POST", "/v1/orders", {{"Content-Type", "application/json"}}, R"({"title")"};
    const Operation& create = spoken.operation("createOrder");
    EXPECT_EQ(spoken.naming().translated(create, text, Toward::kTheirs), text);
    EXPECT_EQ(spoken.naming().translated(create, torn, Toward::kTheirs), torn);
}

TEST(Naming, TranslatesAnswersByTheirStatus) {
    const Spoken spoken("fields: { title: caption }");
    EXPECT_THAT(spoken.answer("listOrders", 200, R"({"orders":[{"caption":"a"}]})"),
                EqualsJson(R"({"orders":[{"title":"a"}]})"));
    EXPECT_THAT(spoken.answer("createOrder", 500, R"({"caption":"a"})"),
                EqualsJson(R"({"caption":"a"})"));
}

TEST(Naming, TranslatesTheLocationsOfErrors) {
    const Spoken spoken("{ fields: { title: caption }, parameters: { limit: most } }");
    const std::string ours = R"({"detail":[{"loc":["body","parts",0,"title"],"msg":"title"},
                                           {"loc":["body","labels","title"]},{"loc":["path","order"]}]})";
    const std::string theirs = R"({"detail":[{"loc":["body","parts",0,"caption"],"msg":"title"},
                                             {"loc":["body","labels","title"]},{"loc":["path","order"]}]})";
    EXPECT_THAT(spoken.answer("createOrder", 422, theirs), EqualsJson(ours));
    const auto back = spoken.naming().translated_body(
        spoken.operation("createOrder"), 422, ours, Toward::kTheirs);
    ASSERT_TRUE(back);
    EXPECT_THAT(json_of(*back), EqualsJson(theirs));
    EXPECT_THAT(spoken.answer("listOrders", 400, R"({"detail":[{"loc":["query","most"]}]})"),
                EqualsJson(R"({"detail":[{"loc":["query","limit"]}]})"));
}

TEST(Naming, LeavesErrorsOfOtherShapes) {
    const Spoken spoken("fields: { title: caption }");
    for (const char* body : {R"({"detail":"caption"})",
                             R"(["caption"])",
                             R"({"detail":[3,{"loc":"caption"}]})",
                             R"({"detail":[{"loc":[]},{"loc":["body",true,"caption"]}]})"}) {
        EXPECT_THAT(spoken.answer("createOrder", 422, body), EqualsJson(body));
    }
}

TEST(Naming, TranslatesQueriesAndTheirListedValues) {
    const Spoken spoken(
        "{ parameters: { limit: most }, values: { kind: { gift: 'a gift' } }, fields: { kind: sort "
        "} }");
    EXPECT_EQ(spoken.target("listOrders", "/v1/orders?kind=gift&limit=3&x=%20y&limit"),
              "/v1/orders?kind=a%20gift&most=3&x=%20y&most");
    EXPECT_EQ(spoken.target("listOrders", "/v1/orders?kind=a+gift&most=3&=&&", Toward::kOurs),
              "/v1/orders?kind=gift&limit=3&=&&");
}

TEST(Naming, TranslatesTheLongestBeginningOfAPath) {
    const Spoken spoken("paths: { '/v1/orders/{order}/lines': '/lines-of/{order}', /v1: /api }");
    EXPECT_EQ(spoken.target("listOrders", "/v1/orders?limit=1"), "/api/orders?limit=1");
    EXPECT_EQ(spoken.target("getLine", "/v1/orders/a%2Fb/lines/7"), "/lines-of/a%2Fb/7");
    EXPECT_EQ(spoken.target("getLine", "/lines-of/a%2Fb/7", Toward::kOurs),
              "/v1/orders/a%2Fb/lines/7");
}

TEST(Naming, KnowsWhatAPathOfTheirsMeans) {
    const Spoken spoken("paths: { /v1/orders: /o, /v1/orders/latest: '/o/newest' }");
    const Naming& naming = spoken.naming();
    EXPECT_EQ(naming.meaning_of("POST", {"o"}).operation->id, "createOrder");
    EXPECT_EQ(naming.meaning_of("HEAD", {"o"}).operation->id, "listOrders");
    EXPECT_NE(naming.meaning_of("DELETE", {"o"}).operation, nullptr);
    EXPECT_EQ(naming.meaning_of("GET", {"o", "newest"}).operation->id, "latestOrder");
    EXPECT_TRUE(naming.meaning_of("GET", {"v1", "orders"}).is_replaced);
    EXPECT_FALSE(naming.meaning_of("GET", {"o"}).is_replaced);
    EXPECT_FALSE(naming.meaning_of("GET", {"elsewhere"}).is_replaced);
    EXPECT_EQ(naming.meaning_of("GET", {"elsewhere"}).operation, nullptr);
}

TEST(Naming, KnowsOneOfOursByOurMostSpecificPath) {
    const auto contract = shop(R"(
  /v1/orders/{order}: { get: { operationId: readOrder, responses: { '200': { description: ok } } } }
)");
    const auto naming = naming_of(
        "paths: { /v1/orders/latest: /newest, '/v1/orders/{order}': '/all/orders/of/{order}' }",
        contract);
    ASSERT_THAT(naming, IsOk());
    EXPECT_EQ((*naming)->operation_of("shop", get("/v1/orders/latest"))->id, "latestOrder");
    EXPECT_EQ((*naming)->operation_of("shop", get("/v1/orders/7"))->id, "readOrder");
}

TEST(Naming, KnowsOneOfTheirsByTheirMostSpecificPath) {
    const auto contract = shop(R"(
  /v1/orders/{order}: { get: { operationId: readOrder, responses: { '200': { description: ok } } } }
)");
    const auto naming = naming_of(
        "paths: { '/v1/orders/{order}/lines/{line}': '/{order}/{line}', '/v1/orders/latest': "
        "/newest/order, '/v1/orders/{order}': '/newest/{order}' }",
        contract);
    ASSERT_THAT(naming, IsOk());
    EXPECT_EQ((*naming)->meaning_of("GET", {"newest", "order"}).operation->id, "latestOrder");
    EXPECT_EQ((*naming)->meaning_of("GET", {"newest", "7"}).operation->id, "readOrder");
    EXPECT_EQ((*naming)->meaning_of("GET", {"7", "order"}).operation->id, "getLine");
}

TEST(Naming, KnowsOperationsOfItsOwnAreaOnly) {
    const Spoken spoken("paths: { /v1: /api }");
    EXPECT_EQ(spoken.naming().operation_of("shop", get("/v1/orders"))->id, "listOrders");
    EXPECT_EQ(spoken.naming().operation_of("shop", {"HEAD", "/v1/orders", {}, ""})->id,
              "listOrders");
    EXPECT_EQ(spoken.naming().operation_of("another", get("/v1/orders")), nullptr);
    EXPECT_TRUE(spoken.naming().covers("shop"));
    EXPECT_FALSE(spoken.naming().covers("another"));
    EXPECT_FALSE(spoken.naming().covers(""));
}

TEST(Naming, DoesNotCoverTheControlInterface) {
    const auto contract = load_contract();
    ASSERT_THAT(contract, IsOk());
    const auto naming = naming_of("{}", *contract);
    ASSERT_THAT(naming, IsOk());
    EXPECT_TRUE((*naming)->covers("control_plane"));
    EXPECT_FALSE((*naming)->covers(kControlDocument));
}

TEST(Naming, TranslatesHeadersInAnyCase) {
    const Spoken spoken("headers: { X-Page: X-Sheet }");
    const http::Headers theirs = spoken.naming().translated(
        http::Headers{{"x-PAGE", "2"}, {"Accept", "*/*"}}, Toward::kTheirs);
    EXPECT_EQ(theirs, (http::Headers{{"X-Sheet", "2"}, {"Accept", "*/*"}}));
    EXPECT_EQ(spoken.naming().translated(theirs, Toward::kOurs),
              (http::Headers{{"X-Page", "2"}, {"Accept", "*/*"}}));
}

TEST(Naming, LeavesOperationsOfOtherDocuments) {
    const Spoken spoken("paths: { /v1: /api }");
    Operation foreign = spoken.operation("listOrders");
    foreign.source = "another";
    const http::Request request{"GET", "/v1/orders", {}, ""};
    EXPECT_EQ(spoken.naming().translated(foreign, request, Toward::kTheirs), request);
}

}  // namespace
}  // namespace plumbline
