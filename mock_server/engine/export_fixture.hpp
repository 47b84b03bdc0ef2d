#pragma once
// A workspace with bulk exports, for tests.

#include "mock_server/engine/testing.hpp"
#include "mock_server/store/testing.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

namespace plumbline::mock {

inline constexpr const char* kExports = "/api/v1/bulk-exports";

/// A workspace whose clock moves only when the test says so.
struct ExportPlace : Place {
    explicit ExportPlace(Json order = Json::object(), const Assembly& assembly = {})
        : Place(still(std::move(order)), assembly) {}

    [[nodiscard]] static Json still(Json order) {
        order["clock"] = {{"auto_advance", false}};
        return order;
    }
    [[nodiscard]] Answer control(const std::string& path, const Json& body) const {
        return mock.control().post("/workspaces/" + workspace.value("id", "") + path, body);
    }
    [[nodiscard]] Json control(const std::string& path) const {
        return mock.control().get("/workspaces/" + workspace.value("id", "") + path).body;
    }
    /// Makes an export and returns its id.
    [[nodiscard]] std::string make(const Json& order = Json::object()) const {
        const Answer made = control("/bulk-exports", order);
        EXPECT_EQ(made.status, 201) << made.text;
        return made.body.value("export_id", "");
    }
    void wait(const std::string& time) const { (void)clock({{"advance", time}}); }
    void limit(const Json& limits) const {
        EXPECT_THAT(control("/limits", limits), HasStatus(200));
    }
    [[nodiscard]] Answer strike(const std::string& incident,
                                const std::string& id,
                                std::optional<int> run = {},
                                int times = 1) const {
        Json body = {{"incident", incident}, {"export_id", id}, {"times", times}};
        if (run) body["run"] = *run;
        return control("/incidents", body);
    }
    [[nodiscard]] Answer cancel(const std::string& id,
                                const std::string& status = "Cancelled") const {
        return api.patch(path(id), {{"status", status}});
    }
    [[nodiscard]] static std::string path(const std::string& id) {
        return std::string(kExports) + '/' + id;
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
    /// Returns how many exports or runs a list shows as RUNNING.
    [[nodiscard]] static std::size_t running(const Json& list) {
        return static_cast<std::size_t>(
            std::count_if(list.begin(), list.end(), [](const Json& one) {
                return one.value("status", "") == "RUNNING";
            }));
    }
};

}  // namespace plumbline::mock
