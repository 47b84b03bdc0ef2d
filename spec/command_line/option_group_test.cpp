#include "spec/command_line/option_group.hpp"

#include "spec/command_line/parse_arguments.hpp"

#include <CLI/CLI.hpp>
#include <gmock/gmock.h>

namespace plumbline {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

/// The options of a program for tests.
struct GroupedOptions {
    std::string key{};
    std::string tenant{};
    std::string color = "auto";
    std::string folder{};
    std::vector<std::string> only{};
    int jobs = 1;
    bool is_quiet = false;
    std::string exit_text{};
};

GroupedOptions parsed(const std::vector<std::string>& arguments) {
    GroupedOptions options;
    CLI::App app("", "program");
    OptionGroup group(app, "Things");
    group.api_key(options.key);
    group.tenant(options.tenant);
    group.choice("--color", options.color, {"auto", "never"}, "when");
    group.folder("--folder", options.folder, "where");
    group.list("--only", options.only, "which");
    group.value("--jobs", options.jobs, "how many");
    group.flag("--quiet", options.is_quiet, "nothing");
    if (const auto exit = parse_arguments(app, arguments)) options.exit_text = exit->text;
    return options;
}

TEST(OptionGroup, SetsItsVariables) {
    const auto options = parsed({"--tenant",
                                 "t",
                                 "--api-key-env",
                                 "K",
                                 "--color",
                                 "never",
                                 "--only",
                                 "a",
                                 "--only",
                                 "b",
                                 "--jobs",
                                 "3",
                                 "--quiet"});
    EXPECT_EQ(options.exit_text, "");
    EXPECT_EQ(options.key + options.tenant + options.color, "Ktnever");
    EXPECT_THAT(options.only, ElementsAre("a", "b"));
    EXPECT_EQ(options.jobs, 3);
    EXPECT_TRUE(options.is_quiet);
}

TEST(OptionGroup, IsAHeadingOfTheHelp) {
    EXPECT_THAT(parsed({"--help"}).exit_text, HasSubstr("Things:\n"));
}

TEST(OptionGroup, RefusesOtherValuesThanItsChoices) {
    EXPECT_THAT(parsed({"--color", "red"}).exit_text, HasSubstr("--color: red not in"));
    EXPECT_THAT(parsed({"--folder", "/nowhere/at/all"}).exit_text, HasSubstr("does not exist"));
}

}  // namespace
}  // namespace plumbline
