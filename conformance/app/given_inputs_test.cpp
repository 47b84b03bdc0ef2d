#include "conformance/app/given_inputs.hpp"

#include "conformance/app/profile.hpp"
#include "spec/base/file.hpp"
#include "spec/base/temporary_folder.hpp"
#include "spec/base/testing.hpp"
#include "spec/json/testing.hpp"

#include <gmock/gmock.h>

#include <cstdlib>

namespace plumbline::app {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

constexpr const char* kVariable = "PLUMBLINE_TEST_INPUT";

class GivenInputsTest : public ::testing::Test {
  protected:
    void SetUp() override { ::setenv(kVariable, "of-variable", 1); }
    void TearDown() override { ::unsetenv(kVariable); }

    std::string write(const std::string& text, const std::string& ending = ".txt") {
        const std::string path = folder_.path() + "/input" + ending;
        EXPECT_THAT(write_file(path, text), IsOk());
        return path;
    }

    TemporaryFolder folder_;

    static Result<CommandInputs> read(std::vector<std::string> inputs,
                                      std::vector<std::string> files = {}) {
        RunCommand command;
        command.inputs = std::move(inputs);
        command.input_files = std::move(files);
        return read_inputs(command);
    }

    /// Returns the only input of the command line.
    static Json value_of(const std::string& input) {
        const auto given = read({"i=" + input});
        EXPECT_THAT(given, IsOk());
        return given ? given->of_options.values->at("i") : Json();
    }
};

TEST_F(GivenInputsTest, AreJsonOrText) {
    const auto given = read({"n=3", "list=[1]", "text=main", "empty=", "eq=a=b"});
    ASSERT_THAT(given, IsOk());
    EXPECT_THAT(*given->of_options.values,
                EqualsJson(R"({"n":3,"list":[1],"text":"main","empty":"","eq":"a=b"})"));
    EXPECT_THAT(given->of_options.secret_names, IsEmpty());
}

TEST_F(GivenInputsTest, ComeFromAFile) {
    EXPECT_EQ(value_of("@" + write("of-file\n")), "of-file");
    EXPECT_EQ(value_of("@" + write("of-file\r\n")), "of-file");
    EXPECT_EQ(value_of("@" + write("two\n\n")), "two\n") << "one line end is removed";
    EXPECT_EQ(value_of("@" + write("none")), "none");
}

TEST_F(GivenInputsTest, ComeFromAVariable) {
    EXPECT_EQ(value_of(std::string("env:") + kVariable), "of-variable");
}

TEST_F(GivenInputsTest, AreSecretIfTheyComeFromAFileOrVariable) {
    const auto given = read({"a=@" + write("x"),
                             std::string("b=env:") + kVariable,
                             "c=plain",
                             std::string("d=env:") + kVariable,
                             "d=plain"});
    ASSERT_THAT(given, IsOk());
    EXPECT_THAT(given->of_options.secret_names, ElementsAre("a", "b"));
    EXPECT_THAT(given->of_options.variables, ElementsAre(::testing::Pair("b", kVariable)));
}

TEST_F(GivenInputsTest, FromAFileStayTextUnlessTheyAreObjectsOrArrays) {
    EXPECT_EQ(value_of("@" + write("48151623\n")), "48151623");
    EXPECT_EQ(value_of("@" + write("true\n")), "true");
    EXPECT_EQ(value_of("@" + write("\"quoted\"\n")), "\"quoted\"");
    EXPECT_EQ(value_of("@" + write("{not json\n")), "{not json");
    EXPECT_THAT(value_of("@" + write(" {\"a\": [1]}\n")), EqualsJson(R"({"a":[1]})"));
    EXPECT_THAT(value_of("@" + write("[1, 2]")), EqualsJson("[1,2]"));
}

TEST_F(GivenInputsTest, AreTextAfterABackslash) {
    EXPECT_EQ(value_of(R"(\@home)"), "@home");
    EXPECT_EQ(value_of(R"(\env:HOME)"), "env:HOME");
    EXPECT_EQ(value_of(R"(\\@home)"), R"(\@home)");
    EXPECT_EQ(value_of(R"(\d+)"), R"(\d+)");
    EXPECT_EQ(value_of(R"("@home")"), "@home");
    EXPECT_THAT(read({R"(i=\@home)"})->of_options.secret_names, IsEmpty());
}

TEST_F(GivenInputsTest, NameTheOptionOfAMistake) {
    EXPECT_THAT(read({"i=@/no/such/file"}),
                AllOf(IsErrorCode(ErrorCode::kNotFound),
                      FailsWith("--input i: no such file: /no/such/file")));
    EXPECT_THAT(read({"i=@" + folder_.path()}), FailsWith("--input i: not a regular file"));
    EXPECT_THAT(read({"i=@"}), FailsWith("--input i: no such file"));
    EXPECT_THAT(read({"i=env:PLUMBLINE_NOT_SET"}),
                FailsWith("--input i: the environment variable PLUMBLINE_NOT_SET is not set"));
    EXPECT_THAT(read({"i=@" + write("\n")}), FailsWith("is empty, expected the value"));
    EXPECT_THAT(read({"i=@" + write("\xEF\xBB\xBFx")}), FailsWith("byte order mark"));
    EXPECT_THAT(read({"i=@" + write("ab\xFFz")}),
                FailsWith("is not UTF-8 text, found the byte 3 that is not"));
    EXPECT_THAT(read({"i=@" + write(std::string(std::size_t{1024} * 1024U + 1U, 'x'))}),
                AllOf(IsErrorCode(ErrorCode::kLimit), FailsWith("larger than 1048576 bytes")));
    ::setenv(kVariable, "\xFF", 1);
    EXPECT_THAT(read({std::string("i=env:") + kVariable}), FailsWith("is not UTF-8 text"));
}

TEST_F(GivenInputsTest, HaveANameAndShowNoValueWithoutOne) {
    EXPECT_THAT(read({"=my-secret"}), IsErrorCode(ErrorCode::kUsage));
    for (const char* wrong : {"=my-secret", "token:my-secret", "token my-secret"}) {
        const auto refused = read({wrong});
        ASSERT_THAT(refused, FailsWith("expected name=value, name=@FILE or name=env:VARIABLE"));
        EXPECT_THAT(refused.error().message, Not(HasSubstr("secret"))) << wrong;
    }
}

TEST_F(GivenInputsTest, ComeFromAFileOfInputs) {
    const std::string secret = write("of-file\n");
    const std::string file =
        write("plain: \"@home\"\nlist: [1]\nvariable: { env: " + std::string(kVariable) +
                  " }\nsecret: { file: " + secret.substr(secret.rfind('/') + 1) +
                  " }\nother: { env: A, file: B }\n",
              ".yaml");
    const auto given = read({}, {file});
    ASSERT_THAT(given, IsOk());
    EXPECT_THAT(*given->of_files.values,
                EqualsJson(R"({"plain":"@home","list":[1],"variable":"of-variable",
                               "secret":"of-file","other":{"env":"A","file":"B"}})"));
    EXPECT_THAT(given->of_files.secret_names, ElementsAre("secret", "variable"));
}

TEST_F(GivenInputsTest, OfALaterFileAndOfAnOptionCount) {
    const std::string first =
        write(R"({"a": 1, "b": 1, "c": {"env": "PLUMBLINE_TEST_INPUT"}})", "-1.json");
    const std::string second = write(R"({"b": 2, "c": 2})", "-2.json");
    const auto given = read({"c=3"}, {first, second});
    ASSERT_THAT(given, IsOk());
    EXPECT_THAT(*given->of_files.values, EqualsJson(R"({"a":1,"b":2,"c":2})"));
    EXPECT_THAT(given->of_files.secret_names, IsEmpty());
    EXPECT_THAT(*merged(given->of_files, given->of_options).values,
                EqualsJson(R"({"a":1,"b":2,"c":3})"));
    EXPECT_THAT(*merged({}, given->of_options).values, EqualsJson(R"({"c":3})"));
    EXPECT_THAT(*merged(given->of_files, {}).values, EqualsJson(R"({"a":1,"b":2,"c":2})"));
}

TEST_F(GivenInputsTest, OfAFileShowThePositionOfAMistake) {
    EXPECT_THAT(read({}, {"/no/such.yaml"}), FailsWith("--inputs: no such file: /no/such.yaml"));
    EXPECT_THAT(
        read({}, {write("[1]", ".json")}),
        AllOf(FailsWith("--inputs: found array, expected an object"), FailsWith(".json:1:1")));
    EXPECT_THAT(read({}, {write("a: 1\nb: { env: PLUMBLINE_NOT_SET }\n", ".yaml")}),
                AllOf(FailsWith("PLUMBLINE_NOT_SET is not set"), FailsWith(".yaml:2:1")));
    EXPECT_THAT(read({}, {write("a: 1\nb: { file: none }\n", ".yaml")}),
                AllOf(FailsWith("no such file: "), FailsWith(".yaml:2:1")));
    EXPECT_THAT(read({}, {write("a: [\n", ".yaml")}), FailsWith("--inputs: "));
    EXPECT_THAT(read({}, {write("a: " + std::string(std::size_t{1024} * 1024U, 'x'), ".yaml")}),
                IsErrorCode(ErrorCode::kLimit));
}

TEST_F(GivenInputsTest, ComeFromAProfile) {
    const auto target =
        load_profile(write("urls: { all: 'http://h' }\n"
                           "inputs: { a: 1, b: { env: PLUMBLINE_TEST_INPUT } }\n",
                           ".yaml"));
    ASSERT_THAT(target, IsOk());
    EXPECT_THAT(*target->inputs.values, EqualsJson(R"({"a":1,"b":"of-variable"})"));
    EXPECT_THAT(target->inputs.secret_names, ElementsAre("b"));
    EXPECT_THAT(load_profile(write("urls: { all: 'http://h' }\ninputs: { b: { env: NOT_SET_1 } }\n",
                                   ".yaml")),
                AllOf(FailsWith("NOT_SET_1 is not set"), FailsWith(".yaml:2:11")));
    EXPECT_THAT(load_profile(write("urls: { all: 'http://h' }\ninputs: [1]\n", ".yaml")),
                FailsWith(".yaml:2:1: /inputs: "));
}

}  // namespace
}  // namespace plumbline::app
