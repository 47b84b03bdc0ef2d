#include "spec/command_line/parse_arguments.hpp"

#include <CLI/CLI.hpp>
#include <gmock/gmock.h>

#include <map>

namespace plumbline {
namespace {

using ::testing::HasSubstr;

/// A program with a subcommand, an option with a value, a list, a flag, and files.
struct ProgramOptions {
    std::string url;
    std::vector<std::string> only;
    std::vector<std::string> files;
    bool writes = false;

    std::map<std::string, std::string> variables;

    std::optional<CommandLineExit> parse(std::vector<std::string> arguments) {
        CLI::App app("Does something.", "program");
        app.set_version_flag("--version", "program 1");
        app.require_subcommand(1);
        CLI::App* run = app.add_subcommand("run", "Run it.");
        app.add_subcommand("list", "List it.");
        run->add_option("--url", url, "a URL")
            ->check(CLI::Validator(
                [](const std::string& text) {
                    return std::string(text == "wrong" ? "no URL" : "");
                },
                "URL"));
        run->add_option("--only", only, "globs")->allow_extra_args(false);
        run->add_flag("--allow-writes", writes, "write");
        run->add_option("files", files, "files");
        return parse_arguments(
            app,
            std::move(arguments),
            {"OUR_", {"run"}, [this](const std::string& name) -> std::optional<std::string> {
                 const auto found = variables.find(name);
                 return found == variables.end() ? std::nullopt : std::optional(found->second);
             }});
    }

    std::string usage_error(std::vector<std::string> arguments) {
        const auto exit = parse(std::move(arguments));
        EXPECT_TRUE(exit.has_value());
        EXPECT_EQ(exit.value_or(CommandLineExit{}).exit_code, 2);
        return exit.value_or(CommandLineExit{}).text;
    }
};

TEST(ParseArguments, FillsTheVariables) {
    ProgramOptions options;
    EXPECT_FALSE(options.parse({"run", "--url", "http://h", "--only", "a", "--only", "b", "f"}));
    EXPECT_EQ(options.url, "http://h");
    EXPECT_THAT(options.only, ::testing::ElementsAre("a", "b"));
    EXPECT_THAT(options.files, ::testing::ElementsAre("f"));
}

TEST(ParseArguments, TakeOptionsFromVariables) {
    ProgramOptions options;
    options.variables = {{"OUR_URL", "-u"}, {"OUR_ONLY", "a"}, {"OUR_ALLOW_WRITES", "true"}};
    EXPECT_FALSE(options.parse({"run", "f"}));
    EXPECT_EQ(options.url, "-u");
    EXPECT_TRUE(options.writes);
    EXPECT_THAT(options.only, ::testing::ElementsAre("a"));
    EXPECT_THAT(options.files, ::testing::ElementsAre("f"));
    EXPECT_THAT(options.parse({"run", "--help"})->text, HasSubstr("--max-rate as\nOUR_MAX_RATE"));
}

TEST(ParseArguments, OverrideVariablesByOptions) {
    ProgramOptions options;
    options.variables = {{"OUR_URL", "wrong"}, {"OUR_ONLY", "a"}, {"OUR_ALLOW_WRITES", "true"}};
    EXPECT_FALSE(options.parse({"run", "--url=http://h", "--only", "b", "--allow-writes=false"}));
    EXPECT_EQ(options.url, "http://h");
    EXPECT_FALSE(options.writes);
    EXPECT_THAT(options.only, ::testing::ElementsAre("b"));
}

TEST(ParseArguments, NameTheVariableOfAnInvalidValue) {
    ProgramOptions options;
    options.variables = {{"OUR_URL", "wrong"}};
    EXPECT_THAT(options.usage_error({"run"}),
                HasSubstr("--url: no URL (--url is the value of OUR_URL)"));
    options.variables = {{"OUR_ONLY", ""}};
    EXPECT_THAT(options.usage_error({"run"}),
                HasSubstr("program run: the environment variable OUR_ONLY is empty"));
    EXPECT_FALSE(options.parse({"list"}));
}

TEST(ParseArguments, NameTheNearestSubcommandOfASubcommand) {
    CLI::App app("Does something.", "program");
    app.require_subcommand(1);
    CLI::App* list = app.add_subcommand("list", "Lists.");
    list->require_subcommand(1);
    list->add_subcommand("append", "Appends.");
    EXPECT_EQ(parse_arguments(app, {"list", "apend"}).value_or(CommandLineExit{}).text,
              "program list: unknown subcommand 'apend'; did you mean append?; the subcommands\n"
              "    are append\n`program list --help` prints all options\n");
    EXPECT_THAT(parse_arguments(app, {"list", "append", "--x"}).value_or(CommandLineExit{}).text,
                HasSubstr("program list append: unknown option --x"));
}

TEST(ParseArguments, PrintsHelpAndVersion) {
    EXPECT_EQ(ProgramOptions().parse({"--version"})->text, "program 1\n");
    const auto help = ProgramOptions().parse({"run", "--help"});
    EXPECT_EQ(help->exit_code, 0);
    EXPECT_THAT(help->text, HasSubstr("--allow-writes"));
}

TEST(ParseArguments, RefuseEmptyValuesOfEveryOption) {
    EXPECT_THAT(ProgramOptions().usage_error({"run", "--url", ""}),
                HasSubstr("program run: --url is empty"));
    EXPECT_THAT(ProgramOptions().usage_error({"run", "--url="}), HasSubstr("--url is empty"));
    EXPECT_THAT(ProgramOptions().usage_error({"run", "--only", "a", "--only", ""}),
                HasSubstr("--only is empty"));
    EXPECT_THAT(ProgramOptions().usage_error({"run", ""}), HasSubstr("files is empty"));
    EXPECT_FALSE(ProgramOptions().parse({"run", "--allow-writes"}));
}

TEST(ParseArguments, NameTheNearestSubcommandAndOption) {
    EXPECT_THAT(
        ProgramOptions().usage_error({"rnu", "--url", "http://h"}),
        HasSubstr(
            "unknown subcommand 'rnu'; did you mean run?; the subcommands are run,\n    list"));
    EXPECT_THAT(
        ProgramOptions().usage_error({"run", "--allow-write"}),
        HasSubstr("program run: unknown option --allow-write; did you mean --allow-writes?"));
    EXPECT_THAT(ProgramOptions().usage_error({"run", "--ulr=http://h"}),
                HasSubstr("unknown option --ulr; did you mean --url?"));
    EXPECT_THAT(ProgramOptions().usage_error({"list", "more"}),
                HasSubstr("program list: unexpected argument 'more'"));
    EXPECT_THAT(ProgramOptions().usage_error({}), HasSubstr("subcommand"));
}

TEST(ParseArguments, NameAMisspeltOptionBeforeTheRequiredOne) {
    CLI::App app("Does something.", "program");
    CLI::App* list = app.add_subcommand("list", "Lists.");
    CLI::App* render = list->add_subcommand("render", "Renders.");
    std::string format;
    std::string result;
    render->add_option("--format", format)->required();
    render->add_option("result", result)->required();
    EXPECT_THAT(parse_arguments(app, {"list", "render", "--fromat", "html", "result.json"})
                    .value_or(CommandLineExit{})
                    .text,
                HasSubstr("program list render: unknown option --fromat; did you mean --format?"));
    EXPECT_THAT(
        parse_arguments(app, {"list", "render", "--fromat=html"}).value_or(CommandLineExit{}).text,
        HasSubstr("unknown option --fromat; did you mean --format?"));
}

TEST(ParseArguments, ReportRefusedValues) {
    EXPECT_THAT(ProgramOptions().usage_error({"run", "--url", "wrong"}), HasSubstr("no URL"));
    EXPECT_THAT(ProgramOptions().usage_error({"run", "--url"}), HasSubstr("--url"));
}

}  // namespace
}  // namespace plumbline
