#pragma once
// A workspace with bulk exports, for tests.

#include "mock_server/engine/testing.hpp"
#include "mock_server/store/testing.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

namespace plumbline::mock {

inline constexpr const char* kExportsPath = "/api/v1/bulk-exports";

/// A workspace whose clock advances only when the test advances it.
struct ExportWorkspace : TestWorkspace {
    explicit ExportWorkspace(Json request = Json::object(), const EngineOptions& options = {})
        : TestWorkspace(without_auto_advance(std::move(request)), options) {}

    [[nodiscard]] static Json without_auto_advance(Json request) {
        request["clock"] = {{"auto_advance", false}};
        return request;
    }
    [[nodiscard]] TestResponse control(const std::string& path, const Json& body) const {
        return mock.control().post("/workspaces/" + workspace.value("id", "") + path, body);
    }
    [[nodiscard]] Json control(const std::string& path) const {
        return mock.control().get("/workspaces/" + workspace.value("id", "") + path).body;
    }
    /// Creates an export and returns its id.
    [[nodiscard]] std::string make(const Json& request = Json::object()) const {
        const TestResponse response = control("/bulk-exports", request);
        EXPECT_EQ(response.status, 201) << response.text;
        return response.body.value("export_id", "");
    }
    void advance(const std::string& time) const { (void)set_clock({{"advance", time}}); }
    void set_limits(const Json& limits) const {
        EXPECT_THAT(control("/limits", limits), HasStatus(200));
    }
    [[nodiscard]] TestResponse inject(const std::string& incident,
                                      const std::string& id,
                                      std::optional<int> run = {},
                                      int times = 1) const {
        Json body = {{"incident", incident}, {"export_id", id}, {"times", times}};
        if (run) body["run"] = *run;
        return control("/incidents", body);
    }
    [[nodiscard]] TestResponse cancel(const std::string& id,
                                      const std::string& status = "Cancelled") const {
        return api.patch(path(id), {{"status", status}});
    }
    [[nodiscard]] static std::string path(const std::string& id) {
        return std::string(kExportsPath) + '/' + id;
    }
    [[nodiscard]] std::string status(const std::string& id) const {
        return api.get(path(id)).body.value("status", "");
    }
    [[nodiscard]] Json runs(const std::string& id) const {
        return api.get(path(id) + "/runs").body;
    }
    [[nodiscard]] Json run(const std::string& id, std::size_t number = 0) const {
        return runs(id).at(number);
    }
    [[nodiscard]] std::vector<std::string> run_statuses(const std::string& id) const {
        std::vector<std::string> statuses;
        for (const Json& run : runs(id)) statuses.push_back(run.value("status", ""));
        return statuses;
    }
    /// Returns how many exports or runs in a list are RUNNING.
    [[nodiscard]] static std::size_t count_running(const Json& list) {
        return static_cast<std::size_t>(
            std::count_if(list.begin(), list.end(), [](const Json& one) {
                return one.value("status", "") == "RUNNING";
            }));
    }
};

}  // namespace plumbline::mock
