#include "conformance/runner/access/found_inputs.hpp"

#include "spec/json/parse.hpp"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

namespace plumbline::runner {
namespace {

Json found_in(const std::string& area, const std::string& list, Json inputs = Json::object()) {
    add_found_inputs(area, *parse_json(list), inputs);
    return inputs;
}

constexpr const char* kDeployment =
    R"({"id":"ID","name":"NAME","source":"git_host","status":"READY",)"
    R"("latest_revision_id":"l","active_revision_id":ACTIVE})";

std::string deployment(const std::string& id, const std::string& name, const std::string& active) {
    std::string text = kDeployment;
    for (const auto& [from, to] :
         {std::pair("ID", id), std::pair("NAME", name), std::pair("ACTIVE", active)})
        text.replace(text.find(from), std::string_view(from).size(), to);
    return text;
}

TEST(FoundInputs, AreExportsByTheirStatusInAListOfAnyShape) {
    const std::string items = R"([{"id":"a","status":"FAILED"},{"id":"b","status":"COMPLETED"},
                                  {"id":"c","status":"RUNNING"},{"id":"d","status":"FAILED"}])";
    const Json expected{{"failed_export_id", "a"},
                        {"completed_export_id", "b"},
                        {"unfinished_export_id", "c"},
                        {"export_id", "b"}};
    EXPECT_EQ(found_in("bulk_export", items), expected);
    EXPECT_EQ(found_in("bulk_export", R"({"resources":)" + items + "}"), expected);
    EXPECT_EQ(found_in("bulk_export", R"([{"id":"a","status":"TIMEDOUT"}])")["export_id"], "a");
}

TEST(FoundInputs, AreDeploymentsThatNoRunCreated) {
    const std::string list = R"({"resources":[)" + deployment("own", "plumbline-7-x", "\"r\"") +
                             ',' + deployment("new", "shop", "null") + ',' +
                             deployment("old", "chat", "\"r\"") + "]}";
    EXPECT_EQ(found_in("control_plane", list),
              (Json{{"existing_deployment_id", "old"},
                    {"undeployed_deployment_id", "new"},
                    {"git_host_deployment_id", "old"}}));
}

TEST(FoundInputs, AreTheOldestDeployments) {
    const auto created = [](const std::string& id, const std::string& time) {
        return R"({"id":")" + id + R"(","name":"chat","source":"internal_source","created_at":")" +
               time + R"(","latest_revision_id":"l"})";
    };
    const std::string list = '[' + created("new", "2026-03-01T00:00:00Z") + ',' +
                             created("old", "2026-01-01T00:00:00Z") + ',' +
                             created("newer", "2026-02-01T00:00:00Z") + ']';
    EXPECT_EQ(found_in("control_plane", list), (Json{{"internal_source_deployment_id", "old"}}));
}

TEST(FoundInputs, KeepValuesThatAreGiven) {
    EXPECT_EQ(found_in("bulk_export",
                       R"([{"id":"a","status":"FAILED"}])",
                       {{"failed_export_id", "mine"}, {"export_id", "mine"}}),
              (Json{{"failed_export_id", "mine"}, {"export_id", "mine"}}));
}

TEST(FoundInputs, AreMissingWhereNothingIsListed) {
    for (const char* list : {"[]", "{}", R"({"resources":[{"id":7,"status":"FAILED"}]})", "3"})
        EXPECT_EQ(found_in("bulk_export", list), Json::object()) << list;
}

}  // namespace
}  // namespace plumbline::runner
