// Changes of values and of lists.

#include "mock_server/faults/fault.hpp"
#include "mock_server/faults/response_changes.hpp"
#include "spec/json/document.hpp"
#include "spec/json/testing.hpp"

#include <nlohmann/json.hpp>

namespace plumbline::mock {
namespace {

/// Applies one change to responses with these bodies, one after the other; returns the last one.
Json last_changed(const std::string& change, const std::vector<std::string>& bodies) {
    const auto document = parse_json_document("[" + change + "]", "test.json");
    EXPECT_THAT(document, IsOk());
    const auto changes = read_response_changes(FixtureValue(*document));
    EXPECT_THAT(changes, IsOk());
    Json last;
    for (const std::string& body : bodies) {
        const EngineResponse changed =
            with_changes({200, {}, std::make_shared<const std::string>(body)}, *changes, 200);
        last = *parse_json(*changed.body);
    }
    return last;
}

struct ValueChangeCase {
    std::string name;
    std::string change;
    std::string before;
    std::string after;
};

void PrintTo(const ValueChangeCase& change, std::ostream* out) {
    *out << change.name;
}

class ResponseValueChanges : public testing::TestWithParam<ValueChangeCase> {};

TEST_P(ResponseValueChanges, ChangeTheBody) {
    EXPECT_THAT(last_changed(GetParam().change, {GetParam().before}), EqualsJson(GetParam().after));
}

INSTANTIATE_TEST_SUITE_P(
    Fault,
    ResponseValueChanges,
    testing::Values(
        ValueChangeCase{"rewrite",
                        R"({"rewrite":"/a","match":"^(.{2}).*$","to":"\\1"})",
                        R"({"a":"long","b":"long"})",
                        R"({"a":"lo","b":"long"})"},
        ValueChangeCase{"rewrite_below",
                        R"({"rewrite":"/a","match":"x","to":"y"})",
                        R"({"a":{"b":["x",1]}})",
                        R"({"a":{"b":["y",1]}})"},
        ValueChangeCase{
            "upper", R"({"letters":"/a","to":"upper"})", R"({"a":"aB1"})", R"({"a":"AB1"})"},
        ValueChangeCase{
            "lower", R"({"letters":"/a","to":"lower"})", R"({"a":"aB1"})", R"({"a":"ab1"})"},
        ValueChangeCase{"later",
                        R"({"move_time":"/a","by":"PT2H"})",
                        R"({"a":"2026-01-01T23:00:00.000000Z"})",
                        R"({"a":"2026-01-02T01:00:00.000000Z"})"},
        ValueChangeCase{"earlier",
                        R"({"move_time":"/a","by":"PT2H","back":true})",
                        R"({"a":"2026-01-01T01:00:00.000000Z"})",
                        R"({"a":"2025-12-31T23:00:00.000000Z"})"},
        ValueChangeCase{
            "as_text", R"({"as_text":"/a"})", R"({"a":{"b":1}})", R"({"a":"{\"b\":1}"})"},
        ValueChangeCase{"null_as_text", R"({"as_text":"/a"})", R"({"a":null})", R"({"a":null})"},
        ValueChangeCase{
            "multiply", R"({"multiply":"/a","to":1024})", R"({"a":2})", R"({"a":2048})"},
        ValueChangeCase{"copy", R"({"copy":"/a","to":"/b"})", R"({"a":1})", R"({"a":1,"b":1})"},
        ValueChangeCase{
            "swap", R"({"swap":"/a","to":"/b"})", R"({"a":1,"b":2})", R"({"a":2,"b":1})"},
        ValueChangeCase{
            "slice", R"({"slice":"/l","from":1,"to":-1})", R"({"l":[1,2,3]})", R"({"l":[2]})"},
        ValueChangeCase{"slice_of_few", R"({"slice":"/l","to":3})", R"({"l":[1]})", R"({"l":[1]})"},
        ValueChangeCase{"slice_of_none", R"({"slice":"/l","to":-1})", R"({"l":[]})", R"({"l":[]})"},
        ValueChangeCase{"repeat", R"({"repeat":"/l/0"})", R"({"l":[1,2]})", R"({"l":[1,2,1]})"},
        ValueChangeCase{"sort",
                        R"({"sort":"/l","by":"/n"})",
                        R"({"l":[{"n":"b"},{"n":"a"}]})",
                        R"({"l":[{"n":"a"},{"n":"b"}]})"},
        ValueChangeCase{"shift",
                        R"({"shift":"/l","by":"/n"})",
                        R"({"l":[{"i":1,"n":"a"},{"i":2,"n":"b"},{"i":3,"n":"c"}]})",
                        R"({"l":[{"i":1,"n":"c"},{"i":2,"n":"a"},{"i":3,"n":"b"}]})"},
        ValueChangeCase{"remove_items",
                        R"({"remove":"/l/*","where":{"/n":"a"}})",
                        R"({"l":[{"n":"a"},{"n":"b"},{"n":"a"}]})",
                        R"({"l":[{"n":"b"}]})"},
        ValueChangeCase{"keep_items",
                        R"({"remove":"/l/*","unless":{"/n":"a"}})",
                        R"({"l":[{"n":"a"},{"n":"b"},{}]})",
                        R"({"l":[{"n":"a"}]})"},
        ValueChangeCase{"where_not",
                        R"({"set":"/a","to":2,"where":{"/b":1}})",
                        R"({"a":1,"b":2})",
                        R"({"a":1,"b":2})"},
        ValueChangeCase{"unless_missing",
                        R"({"set":"/a","to":2,"unless":{"/b":null}})",
                        R"({"a":1})",
                        R"({"a":1})"}),
    [](const auto& tested) { return tested.param.name; });

TEST(ValueChange, ShowsTheFirstValueOfEachRecord) {
    const std::string change = R"({"first":"/a"})";
    EXPECT_THAT(last_changed(change, {R"({"id":"x","a":1})", R"({"id":"x","a":2})"}),
                EqualsJson(R"({"id":"x","a":1})"));
    EXPECT_THAT(last_changed(change, {R"({"id":"x","a":1})", R"({"id":"y","a":2})"}),
                EqualsJson(R"({"id":"y","a":2})"));
    EXPECT_THAT(last_changed(R"({"first":"/l/*/a"})",
                             {R"({"l":[{"id":"x","a":1}]})", R"({"l":[{"id":"x","a":2}]})"}),
                EqualsJson(R"({"l":[{"id":"x","a":1}]})"));
}

TEST(ValueChange, ShowsTheFirstResponse) {
    EXPECT_THAT(
        last_changed(R"({"first":""})", {R"({"id":"x","a":1})", R"({"id":"x","a":2,"b":3})"}),
        EqualsJson(R"({"id":"x","a":1})"));
}

TEST(ValueChange, ShowsTheLastValueOfAnotherRecord) {
    const std::string change = R"({"of_another":"/a"})";
    EXPECT_THAT(last_changed(change, {R"({"id":"x","a":1})", R"({"id":"y","a":2})"}),
                EqualsJson(R"({"id":"y","a":1})"));
    EXPECT_THAT(last_changed(change, {R"({"id":"x","a":1})", R"({"id":"x","a":2})"}),
                EqualsJson(R"({"id":"x","a":2})"));
}

}  // namespace
}  // namespace plumbline::mock
