#include "conformance/app/misspelt_variables.hpp"

#include "conformance/app/options.hpp"

#include <gmock/gmock.h>

namespace plumbline::app {
namespace {

using ::testing::Contains;

std::vector<std::string> warnings_for(const std::vector<std::string>& given) {
    std::vector<std::string> texts;
    for (const Error& warning : misspelt_variables(given, option_variables()))
        texts.push_back(warning.message);
    return texts;
}

TEST(MisspeltVariables, AreNamedWithTheNearestThatIsRead) {
    EXPECT_THAT(warnings_for({"PLUMBLINE_MIN_VERIFED", "PLUMBLINE_ULR"}),
                ::testing::ElementsAre("nothing reads the environment variable "
                                       "PLUMBLINE_MIN_VERIFED; did you mean "
                                       "PLUMBLINE_MIN_VERIFIED?",
                                       "nothing reads the environment variable PLUMBLINE_ULR; did "
                                       "you mean PLUMBLINE_URL?"));
}

TEST(MisspeltVariables, AreNotThoseOfOtherProgramsAndOfInputs) {
    EXPECT_THAT(warnings_for({"PLUMBLINE_URL",
                              "PLUMBLINE_BIN",
                              "PLUMBLINE_SOMETHING_OF_ITS_OWN",
                              "PLUMBLINE_INPUT_url",
                              "PLUMBLINE_SECRET_1",
                              "URL"}),
                ::testing::IsEmpty());
}

TEST(OptionVariables, AreThoseOfAllSubcommandsThatReadThem) {
    const std::vector<std::string> variables = option_variables();
    for (const char* name : {"PLUMBLINE_MAX_RATE", "PLUMBLINE_WAIT", "PLUMBLINE_ASSISTANT"})
        EXPECT_THAT(variables, Contains(name));
    EXPECT_THAT(variables, ::testing::Not(Contains("PLUMBLINE_HELP")));
}

}  // namespace
}  // namespace plumbline::app
