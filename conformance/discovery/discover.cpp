// The requests of a discovery.

#include "conformance/discovery/assistants.hpp"
#include "conformance/discovery/discovery.hpp"
#include "conformance/discovery/names.hpp"
#include "conformance/discovery/sources.hpp"
#include "spec/http/message.hpp"
#include "spec/json/access.hpp"
#include "spec/json/parse.hpp"
#include "spec/json/pointer.hpp"
#include "spec/names/accepted_names.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <set>

namespace plumbline::discovery {
namespace {

constexpr int kMaxDeploymentReads = 4;

/// Gives a list the form of the contract: the description does not show whether it is an array, or
/// in which member it is.
void wrap_list(const Operation& operation, Json& body) {
    const std::string items = operation.resource ? operation.resource->items : "";
    if (items.empty() || find(body, std::string_view(items))) return;
    Json list;
    if (body.is_array()) list = body;
    for (auto it = body.begin(); body.is_object() && it != body.end(); ++it) {
        if (!it->is_array()) continue;
        if (!list.is_null()) return;
        list = *it;
    }
    if (list.is_null()) return;
    body = Json::object();
    (void)set_at(body, *JsonPointer::parse(items), std::move(list));
}

/// Reads what one target lists.
class TargetReader {
  public:
    TargetReader(const runner::Target& target,
                 const Contract& contract,
                 preflight::ProbeClient& probe)
        : target_(target), contract_(contract), probe_(probe) {}

    ControlPlaneRecords control_plane() {
        ControlPlaneRecords records;
        records.deployments = list("listDeployments");
        read_whole(records.deployments);
        records.listeners = list("listListeners");
        if (const auto install = read("installGitHostIntegration"))
            records.integration_id = string_or(*install, "integration_id", "");
        return records;
    }

    /// Returns the records of a list in contract names.
    std::vector<SharedJson> list(const char* operation_id) {
        std::vector<SharedJson> records;
        const auto body = read(operation_id);
        const Operation* operation = contract_.find_operation(operation_id);
        const Json* items =
            body ? find(*body, std::string_view(operation->resource->items)) : nullptr;
        for (std::size_t i = 0; items && items->is_array() && i < items->size(); ++i)
            records.push_back(std::make_shared<const Json>((*items)[i]));
        return records;
    }

    [[nodiscard]] const std::map<std::string, std::string>& near_names() const { return names_; }

  private:
    /// Returns the JSON body of a successful response in contract names, null if there is none.
    std::shared_ptr<Json> read(const char* operation_id,
                               const std::map<std::string, std::string>& ids = {}) {
        const Operation* operation = contract_.find_operation(operation_id);
        if (!operation || !probe_.may_send() || target_.unserved_areas.contains(operation->source))
            return nullptr;
        const auto url = target_.base_urls.find(operation->source);
        if (url == target_.base_urls.end()) return nullptr;
        const client::Exchange exchange = probe_.get(*operation, url->second, true, ids);
        if (!exchange.response || !http::is_success(exchange.response->status)) return nullptr;
        auto body = parse_foreign_json(exchange.response->body);
        if (!body) return nullptr;
        wrap_list(*operation, *body);
        (void)rename_accepted_names(*operation, *body);
        add_near_names(operation->record_fields, *body, names_);
        return std::make_shared<Json>(std::move(*body));
    }

    /// Reads deployments on their own if the list does not show how they were made: the first of
    /// each source.
    void read_whole(std::vector<SharedJson>& deployments) {
        std::set<std::string> sources;
        for (SharedJson& one : deployments) {
            const std::string id = string_or(*one, "id", "");
            if (member(*one, "source_revision_config") || id.empty()) continue;
            if (sources.size() == kMaxDeploymentReads ||
                !sources.insert(string_or(*one, "source", id)).second)
                continue;
            if (auto whole = read("getDeployment", {{"deployment_id", id}})) one = whole;
        }
    }

    const runner::Target& target_;
    const Contract& contract_;
    preflight::ProbeClient& probe_;
    std::map<std::string, std::string> names_;
};

// Source: description, "Export status".
bool is_final(const std::string& status) {
    return status == "COMPLETED" || status == "FAILED" || status == "CANCELLED" ||
           status == "TIMEDOUT";
}

/// Chooses the export to read, a finished one if possible, and proposes one to cancel.
void add_exports(std::vector<SharedJson> exports, Discovery& found) {
    std::erase_if(exports, [](const SharedJson& one) { return string_or(*one, "id", "").empty(); });
    std::ranges::stable_sort(exports, [](const SharedJson& a, const SharedJson& b) {
        const auto rank = [](const Json& one) {
            const std::string status = string_or(one, "status", "");
            return std::tuple(
                status == "COMPLETED", is_final(status), string_or(one, "created_at", ""));
        };
        return rank(*a) > rank(*b);
    });
    if (exports.empty()) return;
    const Json& first = *exports.front();
    found.set("/bulk_export/export_id",
              string_or(first, "id", ""),
              fmt::format("its status is {}", string_or(first, "status", "unknown")));
    const auto open = std::ranges::find_if(exports, [](const SharedJson& one) {
        return !is_final(string_or(*one, "status", "FAILED"));
    });
    if (open == exports.end()) return;
    found.propose("/bulk_export/cancel_export_id",
                  string_or(**open, "id", ""),
                  fmt::format("its status is {}: only if it is not needed any more",
                              string_or(**open, "status", "unknown")));
}

/// A key may belong to one workspace, which its deployments name.
void add_tenant(const runner::Target& target,
                const std::vector<SharedJson>& deployments,
                Discovery& found) {
    if (!target.credentials.tenant_id.empty() || deployments.empty()) return;
    const std::string tenant = string_or(*deployments.front(), "tenant_id", "");
    const bool is_only_one = std::ranges::all_of(deployments, [&](const SharedJson& one) {
        return string_or(*one, "tenant_id", "") == tenant;
    });
    if (!tenant.empty() && is_only_one)
        found.set("/credentials/tenant_id", tenant, "the owner of all deployments of this key");
}

}  // namespace

Discovery discover(const runner::Target& target,
                   const Contract& contract,
                   const DiscoveryOptions& options,
                   preflight::ProbeClient& probe) {
    Discovery found;
    TargetReader reader(target, contract, probe);
    const ControlPlaneRecords records = reader.control_plane();
    add_tenant(target, records.deployments, found);
    add_sources(records, options.hosting, options.has_prefix, found);
    add_exports(reader.list("listBulkExports"), found);
    for (const auto& [name, near] : reader.near_names()) found.names.push_back(name + ": " + near);
    if (options.runs_assistants) find_assistants(target, options, probe, found);
    return found;
}

}  // namespace plumbline::discovery
