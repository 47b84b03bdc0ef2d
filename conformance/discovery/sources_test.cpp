#include "conformance/discovery/sources.hpp"

#include "spec/json/testing.hpp"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

namespace plumbline::discovery {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

SharedJson record(std::string_view text) {
    return std::make_shared<const Json>(json_of(text));
}

ControlPlaneRecords self_hosted_records() {
    ControlPlaneRecords records;
    records.listeners = {record(R"({"id":"l-1","compute_type":"container_service"})"),
                         record(R"({"id":"l-2","compute_type":"cluster"})")};
    return records;
}

Discovery sources_of(const ControlPlaneRecords& records, bool has_prefix = false) {
    Discovery found;
    add_sources(records, "", has_prefix, found);
    return found;
}

TEST(Sources, ComeFromTheNewestDeploymentThatWorks) {
    ControlPlaneRecords records;
    records.deployments = {
        record(
            R"({"name":"new","source":"git_host","created_at":"3","source_config":{"repo_url":"r2","integration_id":"i2"},
            "source_revision_config":{"repo_ref":"dev","graph_config_path":"p2"}})"),
        record(
            R"({"name":"works","source":"git_host","created_at":"2","active_revision_id":"v","status":"READY",
            "source_config":{"repo_url":"r1","integration_id":"i1","deployment_type":"prod","custom_url":"u"},
            "source_revision_config":{"repo_ref":"main","graph_config_path":"p1"}})"),
        record(
            R"({"name":"tagged","source":"git_host","created_at":"1","source_config":{"repo_url":"r1"},
            "source_revision_config":{"repo_ref":"refs/tags/v1"}})")};
    const Discovery found = sources_of(records);
    EXPECT_EQ(
        *found.values,
        json_of(R"({"hosting":"cloud","sources":{"git_host":{"integration_id":"i1","repo_url":"r1",
        "repo_ref":"main","tag_ref":"refs/tags/v1","deployment_type":"prod","graph_config_path":"p1"}}})"));
    EXPECT_EQ(found.notes.at("/sources/git_host"), "of the deployment works");
}

TEST(Sources, LeaveOutWhatIsBeingDeletedAndAddressesWithPasswords) {
    ControlPlaneRecords records;
    records.deployments = {
        record(
            R"({"source":"internal_source","status":"AWAITING_DELETE","source_revision_config":{"graph_config_path":"p"}})"),
        record(
            R"({"source":"git_host","source_config":{"repo_url":"https://me:secret@git.example/r","integration_id":"i"},
            "source_revision_config":{"repo_ref":"main","graph_config_path":"p"}})")};
    const Discovery found = sources_of(records);
    EXPECT_FALSE(found.has("/sources"));
    EXPECT_THAT(found.missing, ElementsAre("/sources/git_host/repo_url"));
    EXPECT_THAT(found.proposals->dump(), ::testing::Not(HasSubstr("secret")));
}

TEST(Sources, AreCompleteWithAListenerOfTheClusterKind) {
    Discovery found = sources_of(self_hosted_records());
    EXPECT_EQ(*found.values, json_of(R"({"hosting":"self_hosted"})"));
    EXPECT_THAT(found.missing, ElementsAre("/sources/external_container/image_uri"));
    found.complete("/sources/external_container/image_uri", "image");
    EXPECT_EQ(*found.values, json_of(R"({"hosting":"self_hosted","sources":{"external_container":
        {"listener_id":"l-2","other_listener_id":"l-1","image_uri":"image"}}})"));
    EXPECT_TRUE(found.missing.empty());
}

TEST(Sources, OfOtherKindsAreOnlyProposed) {
    ControlPlaneRecords records = self_hosted_records();
    records.deployments = {
        record(R"({"name":"one","source":"external_container","source_config":{"listener_id":"l-2"},
            "source_revision_config":{"image_uri":"image"}})")};
    const Discovery found = sources_of(records);
    EXPECT_TRUE(found.has("/sources/external_container"));
    EXPECT_EQ(*found.proposals,
              json_of(R"({"sources":{"internal_container":{"image_uri":"image"}}})"));
}

TEST(Sources, TellTheHosting) {
    ControlPlaneRecords both = self_hosted_records();
    both.integration_id = "i";
    EXPECT_EQ(sources_of(both).values->at("hosting"), "cloud");
    EXPECT_EQ(sources_of(both, true).values->at("hosting"), "self_hosted");
    EXPECT_FALSE(sources_of({}).has("/hosting"));
    Discovery given;
    add_sources(both, "self_hosted", false, given);
    EXPECT_EQ(given.values->at("hosting"), "self_hosted");
    EXPECT_FALSE(given.has("/sources/git_host"));
}

TEST(Discovery, SetsAMemberThatNoProposalWaitsFor) {
    Discovery found;
    found.propose("/bulk_export/cancel_export_id", "e-2", "open");
    found.complete("/hosting", "cloud");
    found.complete("/bulk_export/export_id", "e-1");
    EXPECT_EQ(*found.values, json_of(R"({"hosting":"cloud","bulk_export":{"export_id":"e-1"}})"));
}

}  // namespace
}  // namespace plumbline::discovery
