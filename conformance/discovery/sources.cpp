#include "conformance/discovery/sources.hpp"

#include "spec/json/access.hpp"
#include "spec/json/pointer.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <string_view>

namespace plumbline::discovery {
namespace {

/// A member of a profile's source, and where a deployment shows it.
struct SourceMember {
    std::string_view source;
    std::string_view name;
    std::string_view pointer;
    bool required;  ///< no deployment can be created without it
};
// Source: description, "SourceConfig" and "SourceRevisionConfig".
constexpr std::array kMembers{
    SourceMember{"git_host", "integration_id", "/source_config/integration_id", true},
    SourceMember{"git_host", "repo_url", "/source_config/repo_url", true},
    SourceMember{"git_host", "repo_ref", "/source_revision_config/repo_ref", true},
    SourceMember{"git_host", "tag_ref", "/source_revision_config/repo_ref", false},
    SourceMember{"git_host", "deployment_type", "/source_config/deployment_type", false},
    SourceMember{
        "git_host", "graph_config_path", "/source_revision_config/graph_config_path", true},
    SourceMember{"external_container", "listener_id", "/source_config/listener_id", true},
    SourceMember{"external_container", "image_uri", "/source_revision_config/image_uri", true},
    SourceMember{"external_container",
                 "cluster_namespace",
                 "/source_config/listener_config/cluster_namespace",
                 false},
    SourceMember{"external_container",
                 "service_account_name",
                 "/source_config/resource_spec/service_account_name",
                 false},
    SourceMember{"external_container",
                 "image_pull_secret",
                 "/source_config/resource_spec/image_pull_secrets/0/name",
                 false},
    SourceMember{"internal_container", "image_uri", "/source_revision_config/image_uri", true},
    SourceMember{
        "internal_source", "graph_config_path", "/source_revision_config/graph_config_path", true}};

constexpr std::array<std::string_view, 4> kSources{
    "git_host", "external_container", "internal_container", "internal_source"};
constexpr std::string_view kTagPrefix = "refs/tags/";

/// Returns the text at a pointer of a record, "" if there is none, or one with a password: nothing
/// secret is written.
std::string shown_text(const Json& record, std::string_view pointer) {
    const Json* value = find(record, pointer);
    std::string text = value ? as_string(*value).value_or("") : "";
    const std::size_t scheme = text.find("://");
    const std::size_t authority = scheme == std::string::npos ? scheme : scheme + 3;
    const bool has_user = scheme != std::string::npos &&
                          text.substr(authority, text.find('/', authority) - authority).find('@') !=
                              std::string::npos;
    return has_user ? "" : text;
}

/// Returns the value that a deployment shows for a member: a branch is no `tag_ref`, a tag no
/// `repo_ref`.
std::string value_of(const SourceMember& member, const Json& deployment) {
    std::string text = shown_text(deployment, member.pointer);
    const bool is_tag = text.starts_with(kTagPrefix);
    if ((member.name == "repo_ref" && is_tag) || (member.name == "tag_ref" && !is_tag)) return "";
    return text;
}

/// A deployment that works shows more than a newer one that does not.
bool is_better(const SharedJson& a, const SharedJson& b) {
    const auto rank = [](const Json& one) {
        const Json* active = member(one, "active_revision_id");
        return std::tuple(active && active->is_string(),
                          string_or(one, "status", "") == "READY",
                          string_or(one, "created_at", ""));
    };
    return rank(*a) > rank(*b);
}

/// Collects the sources of one target.
class SourceCollector {
  public:
    SourceCollector(const ControlPlaneRecords& records, Discovery& found)
        : records_(records), found_(found), deployments_(records.deployments) {
        std::erase_if(deployments_, [](const SharedJson& one) {
            return string_or(*one, "status", "") == "AWAITING_DELETE";
        });
        std::ranges::stable_sort(deployments_, is_better);
    }

    void set_hosting(const std::string& given, bool has_prefix) {
        if (!given.empty()) return found_.set("/hosting", given);
        if (has_prefix)
            found_.set("/hosting", "self_hosted", "the control plane is below /api-host");
        else if (has_deployment("git_host"))
            found_.set("/hosting", "cloud", "there are git_host deployments");
        else if (has_deployment("external_container"))
            found_.set("/hosting", "self_hosted", "there are external_container deployments");
        else if (!records_.integration_id.empty())
            found_.set("/hosting", "cloud", "there is a git_host integration");
        else if (!records_.listeners.empty())
            found_.set("/hosting", "self_hosted", "there are listeners");
    }

    void add(std::string_view source) {
        // Source: description, "Deployment": each is only for one hosting.
        const bool needs_hosting = source == "git_host" || source == "external_container";
        if (needs_hosting && !is_main(source)) return;
        Json members = Json::object();
        std::string from;
        for (const SharedJson& one : deployments_) {
            if (string_or(*one, "source", "") != source) continue;
            if (add_members_of(source, *one, members) && from.empty())
                from = fmt::format("of the deployment {}", string_or(*one, "name", "?"));
        }
        add_from_lists(source, members);
        if (members.empty() && !is_main(source)) return propose_from_others(source);
        const std::string pointer = "/sources/" + std::string(source);
        const auto missing = missing_members(source, members);
        if (missing.empty()) return found_.set(pointer, members, from);
        found_.propose(pointer, members, "complete it: " + join_names(missing));
        for (const std::string& name : missing) found_.missing.push_back(pointer + '/' + name);
    }

  private:
    [[nodiscard]] bool has_deployment(std::string_view source) const {
        return std::ranges::any_of(deployments_, [&](const SharedJson& one) {
            return string_or(*one, "source", "") == source;
        });
    }

    [[nodiscard]] bool is_main(std::string_view source) const {
        const std::string hosting = string_or(*found_.values, "hosting", "");
        return source == (hosting == "cloud" ? "git_host" : "external_container") &&
               !hosting.empty();
    }

    /// Adds what a deployment shows to the members that are still missing, unless it is of another
    /// repository or cluster. Returns whether it added one.
    static bool add_members_of(std::string_view source, const Json& deployment, Json& members) {
        for (const char* same : {"repo_url", "listener_id"}) {
            const std::string theirs =
                string_or(member(deployment, "source_config") ? *member(deployment, "source_config")
                                                              : Json::object(),
                          same,
                          "");
            if (members.contains(same) && theirs != string_or(members, same, "")) return false;
        }
        bool added = false;
        for (const SourceMember& one : kMembers) {
            if (one.source != source || members.contains(one.name)) continue;
            const std::string value = value_of(one, deployment);
            if (value.empty()) continue;
            members[std::string(one.name)] = value;
            added = true;
        }
        return added;
    }

    /// Adds the integration, and the listeners: one for clusters, and one that is not.
    void add_from_lists(std::string_view source, Json& members) const {
        if (source == "git_host" && !members.contains("integration_id") &&
            !records_.integration_id.empty())
            members["integration_id"] = records_.integration_id;
        if (source != "external_container") return;
        for (const SharedJson& listener : records_.listeners) {
            const std::string id = shown_text(*listener, "/id");
            const std::string kind = string_or(*listener, "compute_type", "");
            if (id.empty() || kind.empty()) continue;
            const char* name = kind == "cluster" ? "listener_id" : "other_listener_id";
            if (!members.contains(name)) members[name] = id;
        }
        if (!members.contains("listener_id") && records_.listeners.size() == 1)
            members["listener_id"] = shown_text(*records_.listeners.front(), "/id");
    }

    /// A source that no deployment shows may exist all the same, with the values of another one.
    void propose_from_others(std::string_view source) {
        for (const SourceMember& one : kMembers) {
            if (one.source != source || !one.required) continue;
            for (const SharedJson& deployment : deployments_) {
                const std::string value = value_of(one, *deployment);
                if (value.empty()) continue;
                found_.propose(fmt::format("/sources/{}/{}", source, one.name),
                               value,
                               fmt::format("of the {} deployment {}: if it may be deployed so",
                                           string_or(*deployment, "source", "?"),
                                           string_or(*deployment, "name", "?")));
                break;
            }
        }
    }

    static std::vector<std::string> missing_members(std::string_view source, const Json& members) {
        std::vector<std::string> names;
        for (const SourceMember& one : kMembers) {
            if (one.source == source && one.required && !members.contains(one.name))
                names.emplace_back(one.name);
        }
        return names;
    }

    static std::string join_names(const std::vector<std::string>& names) {
        return fmt::format("{}", fmt::join(names, ", "));
    }

    const ControlPlaneRecords& records_;
    Discovery& found_;
    std::vector<SharedJson> deployments_;
};

}  // namespace

void add_sources(const ControlPlaneRecords& records,
                 const std::string& given_hosting,
                 bool has_prefix,
                 Discovery& found) {
    SourceCollector collector(records, found);
    collector.set_hosting(given_hosting, has_prefix);
    for (const std::string_view source : kSources) collector.add(source);
}

}  // namespace plumbline::discovery
