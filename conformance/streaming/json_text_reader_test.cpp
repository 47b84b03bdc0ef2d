#include "conformance/streaming/json_text_reader.hpp"

#include "spec/base/testing.hpp"

#include <gmock/gmock.h>

#include <string>
#include <vector>

namespace plumbline::streaming {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

/// Returns the texts of a sequence that arrives in pieces, `?` before those without a separator.
std::vector<std::string> texts_of(JsonSequence kind, std::string_view bytes, std::size_t piece) {
    JsonTextReader reader(kind);
    std::vector<std::string> texts;
    const auto add = [&](const JsonText& one) {
        EXPECT_EQ(bytes.substr(one.offset, one.text.size()), one.text);
        EXPECT_LE(one.offset + one.text.size(), one.end);
        texts.push_back((one.has_separator ? "" : "?") + std::string(one.text));
    };
    for (std::size_t at = 0; at < bytes.size(); at += piece) {
        const std::string part(bytes.substr(at, piece));
        reader.feed(part);
        while (true) {
            const auto text = reader.next();
            EXPECT_THAT(text, IsOk());
            if (!text || !*text) break;
            add(**text);
        }
    }
    if (const auto last = reader.finish()) add(*last);
    return texts;
}

TEST(JsonTextReader, ReadsLines) {
    for (const std::size_t piece : {1U, 2U, 3U, 7U, 100U}) {
        EXPECT_THAT(texts_of(JsonSequence::kLines, "{\"a\":1}\n\r\n [2] \r\n\n\"x\\n\"\n3", piece),
                    ElementsAre("{\"a\":1}", "[2]", "\"x\\n\"", "3"));
    }
    EXPECT_THAT(texts_of(JsonSequence::kLines, " \n\n", 1), IsEmpty());
}

TEST(JsonTextReader, ReadsRecords) {
    const std::string bytes =
        "\x1e{\"a\":\n[1,\n2]}\n\x1e\x1e 5\n\x1e\"}\\\"\n\"\n\n\x1etrue\x1e"
        "false\n";
    for (const std::size_t piece : {1U, 2U, 3U, 7U, 100U}) {
        EXPECT_THAT(texts_of(JsonSequence::kRecords, bytes, piece),
                    ElementsAre("{\"a\":\n[1,\n2]}", "5", "\"}\\\"\n\"", "true", "false"));
    }
}

TEST(JsonTextReader, ReturnsARecordBeforeTheNextOneArrives) {
    JsonTextReader reader(JsonSequence::kRecords);
    reader.feed("\x1e{}\n");
    const auto text = reader.next();
    ASSERT_THAT(text, IsOk());
    ASSERT_TRUE(*text);
    EXPECT_EQ((*text)->text, "{}");
}

TEST(JsonTextReader, TellsTextsWithoutASeparatorApart) {
    for (const std::size_t piece : {1U, 100U}) {
        EXPECT_THAT(texts_of(JsonSequence::kRecords, "{}\n\x1e[\n1\n\x1e{}\n{}\n", piece),
                    ElementsAre("?{}", "[\n1", "{}", "?{}"));
    }
}

TEST(JsonTextReader, LimitsATextAndNotTheSequence) {
    JsonTextReader reader(JsonSequence::kLines);
    const std::string part(1U << 20U, 'x');
    for (int i = 0; i < 40; ++i) {
        reader.feed(part);
        ASSERT_THAT(reader.next(), IsOk());
        reader.feed("\n");
        ASSERT_THAT(reader.next(), IsOk());
    }
    Result<std::optional<JsonText>> text = std::nullopt;
    for (int i = 0; i < 20 && text; ++i) {
        reader.feed(part);
        text = reader.next();
    }
    EXPECT_FALSE(text);
}

}  // namespace
}  // namespace plumbline::streaming
