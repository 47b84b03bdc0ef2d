#include "spec/contract/testing.hpp"

#include <gmock/gmock.h>

namespace plumbline {
namespace {

/// Returns the key of the entry that describes `content_type`, "" if none does.
std::string key_for(const std::string& keys, std::string_view content_type) {
    const auto api = ApiDocument::load(
        "api",
        yaml_document("openapi: 3.1.0\ninfo: {title: t, version: '1'}\npaths:\n  /a:\n    get:\n"
                      "      responses: {'200': {description: a, content: {" +
                      keys + "}}}\n"));
    EXPECT_THAT(api, IsOk());
    const MediaType* found =
        find_content((*api)->operations().at(0).responses.at(0).content, content_type);
    return found ? found->key : "";
}

TEST(FindContent, PrefersTheMostSpecificKey) {
    const std::string keys = "'*/*': {}, application/*: {}, Application/JSON: {}, text/plain: {}";
    EXPECT_EQ(key_for(keys, "application/json; charset=utf-8"), "Application/JSON");
    EXPECT_EQ(key_for(keys, "application/xml"), "application/*");
    EXPECT_EQ(key_for(keys, "image/png"), "*/*");
    EXPECT_EQ(key_for(keys, ""), "*/*");
}

TEST(FindContent, DistinguishesKeysByTheirParameters) {
    const std::string keys = "a/json;v=1: {}, a/json;v=2: {}, a/json: {}";
    EXPECT_EQ(key_for(keys, "a/json; v=2"), "a/json;v=2");
    EXPECT_EQ(key_for(keys, "a/json; v=3"), "a/json");
    EXPECT_EQ(key_for("a/json;v=1: {}", "a/json"), "");
}

}  // namespace
}  // namespace plumbline
