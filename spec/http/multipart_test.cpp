#include "spec/http/multipart.hpp"

#include "spec/base/ids.hpp"

#include <gmock/gmock.h>

#include <optional>
#include <string_view>

namespace plumbline::http {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::Optional;

/// Removes `prefix` from the front of `text`; returns false if it is not there.
bool take(std::string_view& text, std::string_view prefix) {
    if (!text.starts_with(prefix)) return false;
    text.remove_prefix(prefix.size());
    return true;
}

/// Removes the text before `end`, and `end` itself, from the front of `text`.
std::string take_until(std::string_view& text, std::string_view end) {
    const std::size_t at = text.find(end);
    if (at == std::string_view::npos) return "";
    std::string taken(text.substr(0, at));
    text.remove_prefix(at + end.size());
    return taken;
}

/// Parses a body like a server, by the boundary alone. Returns nothing if a line is malformed.
std::optional<std::vector<FormPart>> read_back(const Multipart& written) {
    std::string_view text = written.body;
    const std::string delimiter = "\r\n--" + written.boundary;
    if (!take(text, std::string_view(delimiter).substr(2))) return {};
    std::vector<FormPart> parts;
    while (take(text, "\r\n")) {
        FormPart part;
        if (!take(text, "Content-Disposition: form-data; name=\"")) return {};
        part.name = take_until(text, "\"\r\n");
        if (take(text, "Content-Type: ")) part.content_type = take_until(text, "\r\n");
        if (!take(text, "\r\n")) return {};
        part.body = take_until(text, delimiter);
        parts.push_back(std::move(part));
    }
    if (text != "--\r\n") return {};
    return parts;
}

TEST(MultipartForm, WritesOtherHeadersAfterTheType) {
    const Multipart form = to_multipart({{"a", "text/csv", "x", {{"X-Kind", "scan"}, {"B", ""}}}});
    EXPECT_THAT(form.body,
                HasSubstr("name=\"a\"\r\nContent-Type: text/csv\r\nX-Kind: scan\r\nB: \r\n\r\nx"));
}

TEST(MultipartForm, WritesEachPartAfterTheBoundary) {
    const Multipart form =
        to_multipart({{"name", "", "a b"}, {"meta", "application/json", R"({"k":1})"}});
    const std::string line = "--" + form.boundary;
    EXPECT_EQ(form.body,
              line + "\r\nContent-Disposition: form-data; name=\"name\"\r\n\r\na b\r\n" + line +
                  "\r\nContent-Disposition: form-data; name=\"meta\"\r\n"
                  "Content-Type: application/json\r\n\r\n{\"k\":1}\r\n" +
                  line + "--\r\n");
}

TEST(MultipartForm, WithoutPartsIsTheClosingBoundary) {
    const Multipart form = to_multipart({});
    EXPECT_EQ(form.body, "--" + form.boundary + "--\r\n");
    EXPECT_THAT(read_back(form), Optional(IsEmpty()));
}

TEST(MultipartForm, EscapesQuotesAndLineBreaksInAName) {
    EXPECT_THAT(to_multipart({{"a\"b\r\nc", "", ""}}).body, HasSubstr("name=\"a%22b%0D%0Ac\"\r\n"));
}

TEST(MultipartForm, DerivesTheBoundaryFromTheNamesOnly) {
    EXPECT_EQ(to_multipart({{"a", "", "1"}}).boundary, to_multipart({{"a", "", "2"}}).boundary);
    EXPECT_NE(to_multipart({{"a", "", "1"}}).boundary, to_multipart({{"b", "", "1"}}).boundary);
}

TEST(MultipartForm, HasABoundaryThatIsALegalToken) {
    const std::string boundary = to_multipart({{"a", "", "1"}}).boundary;
    EXPECT_LE(boundary.size(), 70U);
    EXPECT_EQ(boundary.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-"),
              std::string::npos);
}

TEST(MultipartForm, KeepsItsBoundaryOutOfEveryPart) {
    std::string body;
    for (int round = 0; round < 20; ++round) {
        const Multipart form = to_multipart({{"a", "", body}, {"b", "", "\r\n"}});
        EXPECT_THAT(body, Not(HasSubstr(form.boundary)));
        EXPECT_THAT(read_back(form),
                    Optional(ElementsAre(FormPart{"a", "", body}, FormPart{"b", "", "\r\n"})));
        body += "\r\n--" + form.boundary + "--";
    }
}

TEST(MultipartForm, IsReadBackUnchanged) {
    constexpr std::string_view kPieces[] = {
        "\r\n", "--", "\n", "\r", "-", "plumbline-", "1", "a", ":", "é", " ", "\xFF"};
    IdSource random(5);
    for (int round = 0; round < 500; ++round) {
        std::vector<FormPart> parts(random.next() % 4);
        for (FormPart& part : parts) {
            part.name = "n" + std::to_string(random.next() % 3);
            if (random.next() % 2 == 0) part.content_type = "application/json";
            for (auto left = random.next() % 10; left > 0; --left)
                part.body += kPieces[random.next() % std::size(kPieces)];
        }
        EXPECT_THAT(read_back(to_multipart(parts)), Optional(parts));
    }
}

}  // namespace
}  // namespace plumbline::http
