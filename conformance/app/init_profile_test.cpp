#include "conformance/app/init_profile.hpp"

#include "conformance/app/profile.hpp"
#include "spec/base/temporary_folder.hpp"
#include "spec/base/testing.hpp"
#include "spec/json/testing.hpp"
#include "spec/schema/schema.hpp"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <cstdlib>
#include <filesystem>
#include <optional>
#include <sstream>

namespace plumbline::app {
namespace {

using ::testing::IsEmpty;

discovery::Discovery with_url() {
    discovery::Discovery found;
    found.set("/urls/all", "http://127.0.0.1:1");
    return found;
}

std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> lines;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);) lines.push_back(line);
    return lines;
}

/// Makes one level of commented members members.
std::string uncommented(const std::string& text) {
    std::string result;
    for (std::string line : lines_of(text)) {
        const std::size_t mark = line.find_first_not_of(' ');
        const bool is_comment = mark != std::string::npos && line[mark] == '#';
        const bool is_prose =
            is_comment && line.compare(mark, 2, "# ") == 0 && line[mark + 2] != ' ';
        if (is_comment && !is_prose) line.erase(mark, 1);
        result += line + '\n';
    }
    return result;
}

/// Returns where the text of a comment begins, if the line is one: after `# `.
std::optional<std::size_t> prose_start(const std::string& line) {
    const std::size_t start = line.find_first_not_of(" #");
    const bool is_prose =
        start != std::string::npos && start >= 2 && line.compare(start - 2, 2, "# ") == 0;
    return is_prose ? std::optional(start) : std::nullopt;
}

std::vector<Violation> violations_of(const std::string& text) {
    const auto document = parse_yaml(text, "plumbline.yaml");
    EXPECT_THAT(document, IsOk());
    SchemaCompiler compiler(*profile_schema(), SchemaStrictness::kClosed);
    return document ? compiler.compile("")->evaluate(*document->root) : std::vector<Violation>{};
}

TEST(InitProfile, DescribesEachMemberOfTheSchema) {
    const auto lines = lines_of(discovery::profile_text(*profile_schema(), with_url(), "new"));
    for (std::size_t i = 1; i < lines.size(); ++i) {
        if (lines[i].empty() || prose_start(lines[i])) continue;
        const auto start = prose_start(lines[i - 1]);
        ASSERT_TRUE(start) << lines[i];
        const std::size_t begin = lines[i].find_first_not_of(" #");
        const std::string name = lines[i].substr(begin, lines[i].find(':') - begin);
        EXPECT_NE(lines[i - 1].substr(*start), name) << "no description";
    }
}

TEST(InitProfile, IsValidWithItsCommentsAsMembers) {
    const std::string text = discovery::profile_text(*profile_schema(), with_url(), "new");
    EXPECT_THAT(violations_of(text), IsEmpty());
    EXPECT_THAT(violations_of(uncommented(text)), IsEmpty());
    EXPECT_THAT(violations_of(uncommented(uncommented(text))), IsEmpty());
    EXPECT_THAT(violations_of(uncommented(uncommented(uncommented(text)))), IsEmpty());
}

/// A folder for a profile.
class InitProfileFile : public ::testing::Test {
  protected:
    InitProfileFile() { command_.out = folder_.path() + "/plumbline.yaml"; }

    TemporaryFolder folder_;
    InitCommand command_;
};

TEST_F(InitProfileFile, IsReadAsItWasFound) {
    discovery::Discovery found = with_url();
    found.set("/hosting", "self_hosted", "there are listeners");
    found.set("/sources/internal_source", json_of(R"({"graph_config_path":"a: #b"})"));
    found.set("/bulk_export/export_id", "e-1");
    found.propose("/bulk_export/cancel_export_id", "e-2");
    found.set("/agent_streaming/graphs/chat", "my chat");
    ASSERT_THAT(write_profile(command_, {}, found, {}), IsOk());
    const auto target = load_profile(command_.out);
    ASSERT_THAT(target, IsOk());
    EXPECT_EQ(target->base_urls.at("bulk_export"), "http://127.0.0.1:1");
    EXPECT_EQ(target->hosting, "self_hosted");
    EXPECT_EQ(*target->sources, json_of(R"({"internal_source":{"graph_config_path":"a: #b"}})"));
    EXPECT_EQ(target->exports.export_id, "e-1");
    EXPECT_EQ(target->exports.cancel_export_id, "");
    EXPECT_FALSE(target->allow_writes);
}

TEST_F(InitProfileFile, HasNoKeyThatTheTargetRepeats) {
    runner::Target target;
    target.credentials.api_key = Secret("a-secret-key");
    discovery::Discovery found = with_url();
    found.set("/title", "key a-secret-key");
    ASSERT_THAT(write_profile(command_, target, found, {}), IsOk());
    EXPECT_EQ(load_profile(command_.out)->title, "key ***");
}

TEST_F(InitProfileFile, TakesSettings) {
    discovery::Discovery found = with_url();
    const auto settings = apply_settings(
        {"coverage.min_verified=12", "title=1 name", "allowed_hosts=[\"https://h:1\"]"}, found);
    ASSERT_THAT(settings, IsOk());
    ASSERT_THAT(write_profile(command_, {}, found, *settings), IsOk());
    EXPECT_EQ(load_profile(command_.out)->title, "1 name");
    EXPECT_THAT(apply_settings({"title"}, found), FailsWith("expected MEMBER=VALUE"));
    EXPECT_THAT(write_profile(command_, {}, found, {"/sources/git"}),
                FailsWith("a profile has no member sources.git"));
}

}  // namespace
}  // namespace plumbline::app
