#include "conformance/app/cleanup_text.hpp"

#include "conformance/cleanup/testing.hpp"
#include "spec/base/text.hpp"

#include <gmock/gmock.h>

#include <fstream>
#include <variant>
#include <vector>

namespace plumbline::app {
namespace {

using ::testing::ElementsAre;

/// Parses a command line in which no value contains a blank or a quote.
PlumblineCommand read_back(std::string line) {
    std::erase(line, '\'');
    std::vector<std::string> words;
    for (const std::string_view word : split(line, ' ')) words.emplace_back(word);
    std::vector<const char*> argv;
    for (const std::string& word : words) argv.push_back(word.c_str());
    return parse_command_line(static_cast<int>(argv.size()), argv.data());
}

TEST(CleanupShellCommand, NamesTargetAndJournal) {
    RunCommand run;
    run.url = "https://api.example";
    run.journal_dir = "my journals";
    EXPECT_EQ(cleanup_shell_command(run, "my journals/it's.jsonl"),
              R"(plumbline cleanup --url 'https://api.example' 'my journals/it'\''s.jsonl')");
}

/// The files and folders must exist, because the command line is parsed as a user would paste it.
TEST(CleanupShellCommand, CanBeParsedForAllOptions) {
    const TemporaryFolder folder;
    RunCommand run;
    run.contract.documents = {folder.path()};
    run.ca_file = folder.path() + "/ca.pem";
    std::ofstream(run.ca_file) << "certificates";
    run.target = "staging.yaml";
    run.region = "eu";
    run.url = "https://a.example";
    run.control_plane_url = "https://b.example";
    run.export_url = "https://c.example";
    run.streaming_url = "https://d.example";
    run.api_key_env = "KEY";
    run.tenant = "me";
    run.vocabulary = "names.yaml";
    run.servers = {"x=https://e.example", "y=https://f.example"};
    run.max_rate = 0.5;
    const std::string line = cleanup_shell_command(run, "j.jsonl");
    const PlumblineCommand command = read_back(line);
    ASSERT_TRUE(std::holds_alternative<CleanupCommand>(command));
    const auto& cleanup = std::get<CleanupCommand>(command);
    EXPECT_THAT(cleanup.journals, ElementsAre("j.jsonl"));
    EXPECT_EQ(cleanup.target.region, "eu");
    EXPECT_EQ(cleanup.target.contract.documents, run.contract.documents);
    EXPECT_EQ(cleanup.target.ca_file, run.ca_file);
    EXPECT_EQ(cleanup.target.vocabulary, run.vocabulary);
    EXPECT_EQ(cleanup_shell_command(cleanup.target, "j.jsonl"), line);
}

}  // namespace
}  // namespace plumbline::app
