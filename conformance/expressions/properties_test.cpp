// Parsing any text of a suite ends with a value or with an Error that points into the text.

#include "conformance/expressions/criterion.hpp"
#include "conformance/expressions/expression.hpp"
#include "conformance/expressions/testing.hpp"
#include "spec/base/ids.hpp"

#include <array>

namespace plumbline::expressions {
namespace {

constexpr int kRounds = 4'000;

// Tokens of the grammar test the parsers more deeply than random bytes do.
constexpr std::array<std::string_view, 40> kPieces{{"$url",
                                                    "$statusCode",
                                                    "$response.body",
                                                    "$response.header.",
                                                    "$inputs.",
                                                    "$steps.",
                                                    ".outputs.",
                                                    "#/",
                                                    "/a",
                                                    "~1",
                                                    "~",
                                                    ".a",
                                                    "[0]",
                                                    "[",
                                                    "]",
                                                    "{$",
                                                    "{",
                                                    "}",
                                                    "(",
                                                    ")",
                                                    "!",
                                                    "==",
                                                    "!=",
                                                    "<",
                                                    ">=",
                                                    "&&",
                                                    "||",
                                                    "=",
                                                    "&",
                                                    "'",
                                                    "''",
                                                    "\"",
                                                    "true",
                                                    "null",
                                                    "-1.5e3",
                                                    "9",
                                                    " ",
                                                    "\n",
                                                    "\xC3\xA9",
                                                    "\xFF"}};

std::string random_text(IdSource& random) {
    std::string text;
    const std::uint64_t length = random.next() % 24;
    for (std::uint64_t i = 0; i < length; ++i) {
        const std::uint64_t choice = random.next() % (kPieces.size() + 4);
        if (choice < kPieces.size()) {
            text += kPieces[choice];
        } else {
            text += static_cast<char>(random.next() % 256);
        }
    }
    return text;
}

Result<Criterion> simple(const std::string& condition) {
    return Criterion::compile({std::nullopt, condition, CriterionType::kSimple, {}});
}

template <typename T>
void expect_pointed_at(const Result<T>& parsed, const std::string& text) {
    if (parsed) return;
    EXPECT_NE(parsed.error().message, "") << text;
    EXPECT_GE(caret_column(parsed.error()), 0) << text << '\n' << to_text(parsed.error());
    EXPECT_LE(caret_column(parsed.error()), static_cast<int>(text.size())) << text;
}

TEST(Properties, ParsingAnyTextEndsWithAValueOrAPositionedError) {
    const SampleExchange sample;
    IdSource random{20260601};
    for (int round = 0; round < kRounds; ++round) {
        const std::string text = random_text(random);

        const auto expression = Expression::parse(text);
        expect_pointed_at(expression, text);
        if (expression) (void)resolve(*expression, sample.scope());

        const auto result = Template::parse(Json(text));
        expect_pointed_at(result, text);
        if (result) (void)result->evaluate(sample.scope());

        const auto criterion = simple(text);
        expect_pointed_at(criterion, text);
        if (criterion) (void)criterion->evaluate(sample.scope());

        const auto pattern =
            Criterion::compile({"$response.body", text, CriterionType::kRegex, {}});
        if (pattern) (void)pattern->evaluate(sample.scope());
    }
}

TEST(Properties, AConditionAndItsNegationNeverBothHold) {
    const SampleExchange sample;
    IdSource random{20260602};
    int compared = 0;
    for (int round = 0; round < kRounds; ++round) {
        const std::string text = random_text(random);
        const auto plain = simple(text);
        const auto negated = simple("!(" + text + ')');
        if (!plain || !negated) continue;  // `a) || (b` is a condition only inside parentheses
        ++compared;
        const CriterionResult one = plain->evaluate(sample.scope());
        const CriterionResult other = negated->evaluate(sample.scope());
        EXPECT_FALSE(one.holds && other.holds) << text;
        EXPECT_EQ(one.holds || other.holds, one.unresolved.empty()) << text;
    }
    EXPECT_GT(compared, 20);
}

}  // namespace
}  // namespace plumbline::expressions
