// Multipart bodies as sequences of items (OpenAPI 3.2, itemSchema and itemEncoding).

#include "conformance/streaming/item_fixture.hpp"

#include <gmock/gmock.h>

namespace plumbline::streaming {
namespace {

using client::StreamEnd;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

constexpr const char* kNoteItems = "itemSchema: { $ref: '#/components/schemas/Note' }";
constexpr const char* kPartsType = "multipart/mixed; boundary=\"b\"";

std::string part_of(const std::string& body, const std::string& type = "application/json") {
    return "\r\n--b\r\n" + (type.empty() ? "" : "Content-Type: " + type + "\r\n") + "\r\n" + body;
}

StreamCheckOutput check_parts(const std::string& body, const std::string& members = kNoteItems) {
    return check_sequence({.members = members, .body = body, .type = kPartsType});
}

const std::string kNotePart = part_of("{\"m\": 1}");
const std::string kCloseLine = "\r\n--b--\r\n";

TEST(PartStream, IsJudgedPartByPart) {
    const StreamCheckOutput good =
        check_parts(kNotePart + part_of("{\"m\":\r\n 2}", "application/a+json; v=1") + kCloseLine);
    EXPECT_THAT(good.codes(), IsEmpty());
    EXPECT_EQ(good.summary.events, 2U);
    EXPECT_THAT(good.result.observations, IsEmpty());
    const StreamCheckOutput broken =
        check_parts(kNotePart + part_of("{\"m\": \"x\"}") + kCloseLine);
    ASSERT_THAT(broken.codes(), ElementsAre("D1-item"));
    EXPECT_THAT(broken.result.findings.front().finding.expected, HasSubstr("/m: "));
    EXPECT_THAT(broken.result.findings.front().finding.note, HasSubstr("event 2, byte 56 "));
    EXPECT_THAT(check_parts(kNotePart + part_of("{]") + kCloseLine).codes(),
                ElementsAre("J3-item-json"));
    EXPECT_THAT(check_parts(kNotePart + part_of("{]") + kCloseLine, "").codes(),
                ElementsAre("J3-item-json"));
}

TEST(PartStream, IsJudgedBeforeItEnds) {
    const auto check = [](const std::string& body) {
        return codes(
            {.members = kNoteItems, .body = body, .type = kPartsType, .end = StreamEnd::kDeadline});
    };
    EXPECT_THAT(check(part_of("{}") + "\r\n--b\r\n"), ElementsAre("D1-item"));
    // What has not ended is not judged.
    EXPECT_THAT(check(kNotePart + part_of("{}")), IsEmpty());
}

TEST(PartStream, ListsPartsThatAreNotJudgedOnce) {
    const StreamCheckOutput output = check_parts(
        part_of("x", "image/png") + kNotePart + part_of("y", "") +
        part_of("e30=", "application/json\r\nContent-Transfer-Encoding: base64") + kCloseLine);
    EXPECT_THAT(output.codes(), IsEmpty());
    ASSERT_THAT(output.result.observations, SizeIs(1));
    const reports::Finding& finding = output.result.observations.front();
    EXPECT_EQ(finding.code, reports::kNotJudged);
    EXPECT_EQ(finding.got, "Content-Type image/png");
    EXPECT_THAT(finding.note, HasSubstr("and 2 more parts"));
    EXPECT_THAT(check_parts(part_of("x", "image/png") + kCloseLine, "").result.observations,
                IsEmpty());
}

TEST(PartStream, HasPartsOfTheExpectedType) {
    const auto check = [](const std::string& types, const std::string& type) {
        return check_parts(
                   part_of("{\"m\": 1}", type) + kCloseLine,
                   std::string(kNoteItems) + ", itemEncoding: { contentType: '" + types + "' }")
            .codes();
    };
    EXPECT_THAT(check("application/json", "application/json; charset=utf-8"), IsEmpty());
    EXPECT_THAT(check("image/*, application/json", "Application/JSON"), IsEmpty());
    EXPECT_THAT(check("text/plain", ""), IsEmpty());
    EXPECT_THAT(check("application/json", "application/a+json"), ElementsAre("D4-part-type"));
    EXPECT_THAT(check("application/json", ""), ElementsAre("D4-part-type"));
    EXPECT_THAT(check("image/*", "application/json"), ElementsAre("D4-part-type"));
}

TEST(PartStream, HasEndMarkersAndKinds) {
    const std::string members =
        "x-stream: { end_markers: ['[DONE]'], kind_at: /k, kinds: { a: { required: [m] } } }";
    const std::string item = part_of("{\"k\": \"a\", \"m\": 1}");
    EXPECT_THAT(check_parts(item + part_of("[DONE]", "text/plain") + kCloseLine, members).codes(),
                IsEmpty());
    EXPECT_THAT(check_parts(item + kCloseLine, members).codes(), ElementsAre("D2-end-marker"));
    EXPECT_THAT(
        check_parts(part_of("{\"k\": \"b\"}") + part_of("[DONE]") + kCloseLine, members).codes(),
        ElementsAre("D3-kind"));
}

TEST(PartStream, HasFindingsAboutItsSyntax) {
    EXPECT_THAT(check_parts(kNotePart + "\r\n").codes(), ElementsAre("P3-close-delimiter"));
    const StreamCheckOutput header = check_parts("--b\r\n{\"m\": 1}\r\n" + kCloseLine);
    EXPECT_THAT(header.codes(), ElementsAre("P4-part-header"));
    EXPECT_THAT(header.result.findings.front().finding.note, HasSubstr("event 1, byte 5 "));
    EXPECT_EQ(header.result.findings.front().basis, Basis::kImplied);
    EXPECT_THAT(check_parts(kNotePart + "\n--b--").codes(), ElementsAre("P2-delimiter"));
    const StreamCheckOutput large =
        check_parts("--b\r\nA: " + std::string(70'000, 'x') + kNotePart + kCloseLine);
    ASSERT_THAT(large.codes(), ElementsAre("S6-too-large"));
    EXPECT_EQ(large.result.findings.front().basis, Basis::kAssumed);
}

TEST(PartStream, NeedsABoundary) {
    const auto check = [](const std::string& type) {
        return codes({.members = kNoteItems, .body = part_of("{}") + kCloseLine, .type = type});
    };
    EXPECT_THAT(check("multipart/mixed"), ElementsAre("P1-boundary"));
    EXPECT_THAT(check("multipart/mixed; boundary="), ElementsAre("P1-boundary"));
    EXPECT_THAT(check("multipart/mixed; Boundary=b"), ElementsAre("D1-item"));
}

TEST(PartStream, IsNotOfAnotherType) {
    EXPECT_THAT(
        codes({.members = kNoteItems, .body = "{}", .type = "multipart/related; boundary=b"}),
        IsEmpty());
}

TEST(PartStream, KeepsItsPositionsInChunks) {
    const std::string head = head_with("Content-Type: " + std::string(kPartsType) +
                                       "\r\nTransfer-Encoding: chunked\r\n");
    std::string body;
    for (const std::string& one : {kNotePart, part_of("{}"), kCloseLine}) {
        for (const char byte : one) body += chunk(std::string(1, byte));
    }
    const StreamCheckOutput output =
        check_stream({.head = head,
                      .body = body + "0\r\n\r\n",
                      .api = api_with("3.2.0", "multipart/mixed", kNoteItems),
                      .operation = "s"});
    ASSERT_THAT(output.codes(), ElementsAre("D1-item"));
    // Each byte takes six bytes; the part begins after the delimiter line of the second one.
    EXPECT_THAT(output.result.findings.front().finding.note,
                HasSubstr("byte " + std::to_string((kNotePart.size() + 7) * 6 + 3)));
}

}  // namespace
}  // namespace plumbline::streaming
