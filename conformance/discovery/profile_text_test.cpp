#include "conformance/discovery/discovery.hpp"
#include "spec/base/testing.hpp"
#include "spec/json/document.hpp"
#include "spec/json/testing.hpp"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

namespace plumbline::discovery {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

Document schema() {
    return *parse_json_document(
        R"({"type":"object","required":["urls"],"properties":{
            "urls":{"description":"Where","type":"object","properties":{"all":{"description":"Everything","type":"string"},
                "one":{"description":"A part","type":"string"}}},
            "rate":{"description":"How fast","type":"object","required":["per_second"],"properties":{
                "per_second":{"description":"Maximum","type":"number","examples":[10]},"burst":{"description":"More","type":"number"}}},
            "sources":{"description":"What","type":"object","properties":{
                "git":{"$ref":"#/$defs/source"},"image":{"description":"An image","$ref":"#/$defs/source","examples":[{"ref":"i"}]}}}},
            "$defs":{"source":{"description":"A source","type":"object","properties":{
                "ref":{"description":"A branch","type":"string","examples":["main"]},"path":{"description":"A file","type":"string"}}}}})",
        "schema.json");
}

TEST(ProfileText, DescribesEveryMemberAndCommentsOutThoseWithoutValue) {
    Discovery found;
    found.set("/urls/all", "https://h", "as given");
    found.set("/unknown", 1);
    EXPECT_EQ(profile_text(schema(), found, "a profile"),
              R"(# a profile
# A member after "#" without a space is not set: remove the "#" to set it.
# All members: docs/targets.md, "Profile".

# Where
urls:
  # Everything (as given)
  all: "https://h"
  # A part
  #one: "..."

# How fast
#rate:
#  # Maximum
#  per_second: 10
#  # More
#  #burst: 1

# What
#sources:
#  # A source
#  git:
#    # A branch
#    ref: "main"
#    # A file
#    #path: "..."
#  # An image
#  #image: { ref: "i" }
)");
}

TEST(ProfileText, ShowsProposalsAndWhatTheyLack) {
    Discovery found;
    found.set("/urls/all", "https://h");
    found.propose("/sources/image/ref", "mine", "complete it");
    found.missing = {"/sources/image/path"};
    const std::string text = profile_text(schema(), found, "a profile");
    EXPECT_THAT(text,
                HasSubstr("#  image:\n#    # A branch (complete it)\n#    ref: \"mine\"\n"
                          "#    # A file\n#    path: \"...\"\n"));
    EXPECT_THAT(text, HasSubstr("#  #git:\n"));
}

TEST(ProfileText, IsReadAsWritten) {
    Discovery found;
    const Json value = json_of(
        R"({"urls":{"all":"12:30","one":"a \"b\"\n # c: {"},"sources":{"git":{"ref":"no"}}})");
    *found.values = value;
    found.notes["/urls/all"] = "two\nlines";
    const auto document = parse_yaml(profile_text(schema(), found, "two\nlines"), "profile.yaml");
    ASSERT_THAT(document, IsOk());
    EXPECT_EQ(*document->root, value);
}

}  // namespace
}  // namespace plumbline::discovery
