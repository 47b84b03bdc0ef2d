#include "conformance/runner/access/found_inputs.hpp"

#include "spec/base/check.hpp"
#include "spec/json/access.hpp"
#include "spec/jsonpath/jsonpath.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <string_view>

namespace plumbline::runner {
namespace {

struct FoundInput {
    std::string_view name;
    std::string_view area;
    std::string_view condition;  ///< JSONPath condition of an item of the list
};

// A later row of the same name counts if no item meets the earlier.
constexpr std::string_view kListOfDeployments = "control_plane";
constexpr std::string_view kListOfExports = "bulk_export";
constexpr std::array kFoundInputs{
    FoundInput{"existing_deployment_id",
               kListOfDeployments,
               "@.active_revision_id && @.active_revision_id != null"},
    FoundInput{"undeployed_deployment_id",
               kListOfDeployments,
               "@.active_revision_id == null && @.status != 'AWAITING_DATABASE'"},
    FoundInput{"git_host_deployment_id",
               kListOfDeployments,
               "@.source == 'git_host' && @.active_revision_id && @.active_revision_id != null"},
    FoundInput{
        "external_container_deployment_id", kListOfDeployments, "@.source == 'external_container'"},
    FoundInput{
        "internal_container_deployment_id", kListOfDeployments, "@.source == 'internal_container'"},
    FoundInput{
        "internal_source_deployment_id", kListOfDeployments, "@.source == 'internal_source'"},
    FoundInput{
        "unfinished_export_id", kListOfExports, "(@.status == 'CREATED' || @.status == 'RUNNING')"},
    FoundInput{"completed_export_id", kListOfExports, "@.status == 'COMPLETED'"},
    FoundInput{"failed_export_id", kListOfExports, "@.status == 'FAILED'"},
    FoundInput{"cancelled_export_id", kListOfExports, "@.status == 'CANCELLED'"},
    FoundInput{"timed_out_export_id", kListOfExports, "@.status == 'TIMEDOUT'"},
    FoundInput{"export_id", kListOfExports, "@.status == 'COMPLETED'"},
    FoundInput{"export_id", kListOfExports, "@.status"}};

/// The condition that every item of a list has to meet. Names of a run begin with `plumbline-`.
std::string_view condition_of_all(std::string_view area) {
    return area == kListOfDeployments ? "@.latest_revision_id && @.latest_revision_id != null && "
                                        "@.status != 'AWAITING_DELETE' && "
                                        "!match(@.name, 'plumbline-.*') && "
                                      : "";
}

/// Returns the `created_at` of an item, or an empty text.
std::string_view creation_time(const Json& item) {
    const Json* time = member(item, "created_at");
    return time && time->is_string() ? std::string_view(time->get_ref<const std::string&>()) : "";
}

/// Returns the item to use. A new deployment may be somebody's trial and be gone soon, so that is
/// the oldest one. Exports are never deleted.
const Json& stable_item(std::string_view area, const NodeList& items) {
    if (area != kListOfDeployments) return items.front().value();
    return std::ranges::min_element(
               items, {}, [](const auto& item) { return creation_time(item.value()); })
        ->value();
}

}  // namespace

void add_found_inputs(const std::string& area, const Json& list, Json& inputs) {
    for (const FoundInput& one : kFoundInputs) {
        if (one.area != area || member(inputs, std::string(one.name))) continue;
        // The structure of a list is not described: its items may be anywhere in it.
        const auto query = JsonPath::compile("$..[?@.id && " + std::string(condition_of_all(area)) +
                                             std::string(one.condition) + "]");
        PLUMBLINE_CHECK(query.has_value(), "the table contains valid conditions");
        const auto nodes = query->select(list);
        if (!nodes || nodes->empty()) continue;
        const Json& id = stable_item(area, *nodes)["id"];
        if (id.is_string()) inputs[std::string(one.name)] = id;
    }
}

bool is_found_input(const std::string& input) {
    return std::ranges::any_of(kFoundInputs, [&](const auto& one) { return one.name == input; });
}

}  // namespace plumbline::runner
