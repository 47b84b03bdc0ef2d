#include "conformance/client/client.hpp"
#include "conformance/discovery/discovery.hpp"
#include "spec/base/testing.hpp"
#include "spec/json/testing.hpp"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <set>

namespace plumbline::discovery {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::SizeIs;

/// A service that answers GETs with bodies by path, and runs of its assistants with events.
struct FakeService {
    std::map<std::string, std::string> bodies;
    std::map<std::string, std::string> assistants;  ///< events by assistant
    bool knows_every_assistant = false;
    std::vector<std::string> calls{};

    client::Exchange answer(const client::HttpCall& call) {
        client::Exchange exchange;
        exchange.call = call;
        const std::string path = call.url.substr(std::string("http://h").size());
        calls.push_back(call.request.method + ' ' + path);
        if (call.sink) {
            stream(call);
            return exchange;
        }
        const auto found = bodies.find(path);
        exchange.response = http::Response{};
        exchange.response->status = found == bodies.end() ? 404 : 200;
        if (found != bodies.end()) exchange.response->body = found->second;
        return exchange;
    }

    Discovery discovered(const DiscoveryOptions& options, int limit = 40) {
        runner::Target target;
        for (const char* area : {"control_plane", "bulk_export", "agent_streaming"})
            target.base_urls[area] = "http://h";
        const client::Send send = [this](const client::HttpCall& call) { return answer(call); };
        preflight::ProbeClient probe(target, send, limit);
        return discover(target, **load_contract(), options, probe);
    }

  private:
    void stream(const client::HttpCall& call) {
        const std::string name = json_of(call.request.body).at("assistant_id").get<std::string>();
        const auto found = assistants.find(name);
        const bool is_known = found != assistants.end() || knows_every_assistant;
        call.sink->begin(Instant{});
        call.sink->take_head_line(is_known ? "HTTP/1.1 200 OK\r\n" : "HTTP/1.1 404 No\r\n",
                                  Instant{});
        const std::string events =
            "event: metadata\ndata: {}\n\n" + (found == assistants.end() ? "" : found->second);
        for (const char byte : events) {
            if (!call.sink->take_bytes(std::string_view(&byte, 1), Instant{})) return;
        }
    }
};

constexpr const char* kTokens = "event: messages\ndata: []\n\n";

TEST(Discover, ReadsListsInAnyForm) {
    FakeService service;
    service.bodies = {
        {"/v2/deployments",
         R"({"deployments":[{"id":"d","name":"one","source":"internal_source","tenant_id":"t"}]})"},
        {"/v2/deployments/d",
         R"({"id":"d","name":"one","source":"internal_source","tenant_id":"t","source_config":{},
             "source_revision_config":{"graphConfigPath":"x","graph_config_path":"p"},"latestRevisionId":"r"})"},
        {"/api/v1/bulk-exports",
         R"([{"id":"e1","status":"RUNNING"},{"id":"e2","status":"FAILED"},{"id":"e3","status":"COMPLETED"}])"}};
    const Discovery found = service.discovered({.runs_assistants = false});
    EXPECT_EQ(*found.values,
              json_of(R"({"credentials":{"tenant_id":"t"},"bulk_export":{"export_id":"e3"},
        "sources":{"internal_source":{"graph_config_path":"p"}}})"));
    EXPECT_EQ(*found.proposals, json_of(R"({"bulk_export":{"cancel_export_id":"e1"}})"));
    EXPECT_THAT(found.names, ElementsAre("latest_revision_id: latestRevisionId"));
    for (const std::string& call : service.calls) EXPECT_THAT(call, HasSubstr("GET /"));
}

TEST(Discover, ChoosesTheAssistantThatStreamsTokens) {
    FakeService service;
    service.assistants = {{"steps", ""}, {"chat", kTokens}, {"pausing", ""}};
    const Discovery found = service.discovered({.graphs = {"chat", "failing", "pausing", "steps"}});
    EXPECT_EQ(
        found.values->at("agent_streaming"),
        json_of(
            R"({"assistant_id":"chat","input":{"messages":[{"role":"user","content":"hello there"}]},
        "graphs":{"chat":"chat","pausing":"pausing","steps":"steps"},
        "slow_assistant_id":"pausing","slow_input":{"steps":20,"pause_ms":80}})"));
}

TEST(Discover, ProposesWhatHasTheNameOfAGraphByChance) {
    FakeService service;
    service.assistants = {{"mine", "event: error\ndata: {}\n\n"}, {"steps", ""}};
    const Discovery found =
        service.discovered({.graphs = {"chat", "failing", "steps"}, .assistants = {"mine"}});
    EXPECT_FALSE(found.has("/agent_streaming"));
    EXPECT_EQ(found.proposals->at("agent_streaming").at("assistant_id"), "mine");
    EXPECT_EQ(found.proposals->at("agent_streaming").at("graphs"), json_of(R"({"steps":"steps"})"));
}

TEST(Discover, FindsNoAssistantWhereEveryNameIsOne) {
    FakeService service;
    service.knows_every_assistant = true;
    const Discovery found = service.discovered({.graphs = {"chat"}});
    EXPECT_FALSE(found.has("/agent_streaming"));
    EXPECT_THAT(found.notes.at("/agent_streaming"), HasSubstr("every name is accepted"));
    EXPECT_EQ(std::set<std::string>(service.calls.begin(), service.calls.end())
                  .count("POST /runs/stream"),
              1U);
}

TEST(Discover, SendsAtMostWhatItMay) {
    FakeService service;
    (void)service.discovered({.graphs = {"a", "b", "c", "d"}}, 5);
    EXPECT_THAT(service.calls, SizeIs(5));
}

}  // namespace
}  // namespace plumbline::discovery
