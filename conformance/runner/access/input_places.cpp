#include "conformance/runner/access/input_places.hpp"

#include "conformance/runner/access/found_inputs.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace plumbline::runner {
namespace {

/// An input of the environment, the section and member of a profile that give it, and the option,
/// "" if there is none.
struct InputPlace {
    std::string_view input;
    std::string_view section;
    std::string_view line;
    std::string_view option;
};
constexpr std::array kPlaces{
    InputPlace{"api_key", "credentials", "api_key_env: VARIABLE", "--api-key-env"},
    InputPlace{"tenant_id", "credentials", "tenant_id: ID", "--tenant"},
    InputPlace{
        "other_api_key", "credentials", "other: { api_key_env: VARIABLE, tenant_id: ID }", ""},
    InputPlace{
        "other_tenant_id", "credentials", "other: { api_key_env: VARIABLE, tenant_id: ID }", ""},
    InputPlace{"export_id", "bulk_export", "export_id: ID", ""},
    InputPlace{"cancel_export_id", "bulk_export", "cancel_export_id: ID", ""},
    InputPlace{"assistant_id", "agent_streaming", "assistant_id: NAME", ""},
    InputPlace{"input", "agent_streaming", "input: { ... }", ""},
    InputPlace{"slow_assistant_id", "agent_streaming", "slow_assistant_id: NAME", ""},
    InputPlace{"slow_input", "agent_streaming", "slow_input: { ... }", ""},
    InputPlace{"git_host", "sources", "git_host: { ... }", ""},
    InputPlace{"external_container", "sources", "external_container: { ... }", ""},
    InputPlace{"internal_container", "sources", "internal_container: { ... }", ""},
    InputPlace{"internal_source", "sources", "internal_source: { ... }", ""}};

constexpr std::array<std::string_view, 12> kSourceMembers{"integration_id",
                                                          "repo_url",
                                                          "repo_ref",
                                                          "tag_ref",
                                                          "graph_config_path",
                                                          "image_uri",
                                                          "listener_id",
                                                          "other_listener_id",
                                                          "cluster_namespace",
                                                          "failing_ref",
                                                          "failing_path",
                                                          "failing_image_uri"};

const InputPlace* place_of(const std::string& input) {
    const auto* found =
        std::ranges::find_if(kPlaces, [&](const auto& one) { return one.input == input; });
    return found == kPlaces.end() ? nullptr : found;
}

bool is_source_member(const std::string& input) {
    return std::ranges::find(kSourceMembers, input) != kSourceMembers.end();
}

/// Returns the main deployment source of a hosting.
std::string main_source_of(const std::string& hosting) {
    return hosting == "self_hosted" ? "external_container" : "git_host";
}

}  // namespace

ProfileMember profile_member_of(const std::string& input, const std::string& hosting) {
    constexpr std::string_view kGraph = "graph_";
    if (const InputPlace* place = place_of(input))
        return {std::string(place->section), std::string(place->line)};
    if (is_source_member(input)) return {"sources", input + ": VALUE", main_source_of(hosting)};
    if (input.starts_with(kGraph))
        return {"agent_streaming", input.substr(kGraph.size()) + ": NAME", "graphs"};
    return {};
}

std::string how_to_give(const std::string& input, const std::string& hosting) {
    const std::string option = "--input " + input + "=VALUE";
    const ProfileMember member = profile_member_of(input, hosting);
    if (is_found_input(input) && !place_of(input))
        return option + "; the list that the preflight read shows none";
    if (member.section.empty()) return option;
    const std::string how = member.section + (member.parent.empty() ? "" : '.' + member.parent) +
                            '.' + member.line.substr(0, member.line.find(':')) + " in the profile";
    if (is_source_member(input)) return how + ", or " + option;
    const InputPlace* place = place_of(input);
    return place && !place->option.empty() ? std::string(place->option) + ", or " + how : how;
}

}  // namespace plumbline::runner
