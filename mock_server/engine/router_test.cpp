#include "mock_server/engine/router.hpp"

#include <gmock/gmock.h>

namespace plumbline::mock {
namespace {

using testing::ElementsAre;

OperationRoute route(std::string id, std::string method, std::string_view path) {
    return {std::move(id), std::move(method), *http::PathTemplate::parse(path), nullptr, nullptr};
}

Router things() {
    return Router({route("read", "GET", "/things/{id}"),
                   route("change", "PATCH", "/things/{id}"),
                   route("special", "GET", "/things/special"),
                   route("list", "GET", "/things")});
}

std::string find_id(std::string_view method, const std::vector<std::string>& segments) {
    const Router router = things();
    const auto match = router.find(method, segments);
    return std::holds_alternative<RouteMatch>(match) ? std::get<RouteMatch>(match).route->id : "";
}

TEST(Router, FindsByMethodAndPath) {
    EXPECT_EQ(find_id("GET", {"things"}), "list");
    EXPECT_EQ(find_id("GET", {"things", "7"}), "read");
    EXPECT_EQ(find_id("PATCH", {"things", "7"}), "change");
}

TEST(Router, ReturnsTheParameters) {
    const Router router = things();
    const auto match = std::get<RouteMatch>(router.find("GET", {"things", "a b"}));
    EXPECT_THAT(match.parameters, ElementsAre(testing::Pair("id", "a b")));
}

TEST(Router, PrefersLiteralSegments) {
    EXPECT_EQ(find_id("GET", {"things", "special"}), "special");
}

TEST(Router, TreatsHeadAsGet) {
    EXPECT_EQ(find_id("HEAD", {"things"}), "list");
}

TEST(Router, ListsTheMethodsOfAPath) {
    const Router router = things();
    EXPECT_THAT(std::get<RouteMiss>(router.find("PUT", {"things", "7"})).allowed,
                ElementsAre("GET", "HEAD", "PATCH"));
    EXPECT_THAT(std::get<RouteMiss>(router.find("PUT", {"things", "special"})).allowed,
                ElementsAre("GET", "HEAD", "PATCH"));
    EXPECT_TRUE(std::get<RouteMiss>(router.find("GET", {"other"})).allowed.empty());
    EXPECT_TRUE(std::get<RouteMiss>(router.find("GET", {"things", "7", "parts"})).allowed.empty());
}

}  // namespace
}  // namespace plumbline::mock
