#include "spec/embedded/embedded.hpp"

#include "spec/base/file.hpp"
#include "spec/base/testing.hpp"
#include "spec/base/text.hpp"
#include "spec/json/parse.hpp"
#include "spec/json/testing.hpp"

#include <algorithm>

namespace plumbline {

// Made by the build from spec/embedded/samples/.
std::span<const EmbeddedFile> embedded_samples();

namespace {

using testing::ElementsAre;
using testing::IsSupersetOf;

std::vector<std::string_view> names_of(std::span<const EmbeddedFile> files) {
    std::vector<std::string_view> names;
    for (const EmbeddedFile& file : files) names.push_back(file.name);
    return names;
}

TEST(EmbeddedFiles, AreNamedByTheirPathInTheRepository) {
    EXPECT_THAT(names_of(embedded_samples()),
                ElementsAre("spec/embedded/samples/list.json",
                            "spec/embedded/samples/note.txt",
                            "spec/embedded/samples/settings.yaml"));
}

TEST(EmbeddedFiles, ThatAreNoDocumentsStayAsTheyAre) {
    const EmbeddedFile& note = embedded_samples()[1];
    EXPECT_EQ(note.json, "plain text\twith \"quotes\", a \\ and \xFF a byte that is not UTF-8\n");
    EXPECT_EQ(note.positions, "");
    EXPECT_THAT(to_document(note), FailsWith("spec/embedded/samples/note.txt:1:"));
}

TEST(EmbeddedFiles, KeepTheFingerprintOfTheirText) {
    const EmbeddedFile& note = embedded_samples()[1];
    EXPECT_EQ(note.fingerprint, fingerprint(note.json));
    const auto document =
        embedded_document(embedded_samples(), "spec/embedded/samples/settings.yaml");
    ASSERT_THAT(document, IsOk());
    EXPECT_EQ(document->fingerprint, embedded_samples()[2].fingerprint);
    EXPECT_NE(document->fingerprint, fingerprint(embedded_samples()[2].json))
        << "that of the JSON it became";
}

TEST(EmbeddedFiles, KeepTheValueOfJson) {
    const auto document = embedded_document(embedded_samples(), "spec/embedded/samples/list.json");
    ASSERT_THAT(document, IsOk());
    EXPECT_THAT(*document->root, EqualsJson(R"({
        "quotes": "a \"quoted\" \\ word", "accents": "été 漢字 😀", "lines": ["first", "second\nthird"],
        "trigraph": "??=", "control": "\u0000\u001f1"})"));
}

TEST(EmbeddedFiles, KeepTheValueAndPlacesOfYaml) {
    const auto document =
        embedded_document(embedded_samples(), "spec/embedded/samples/settings.yaml");
    ASSERT_THAT(document, IsOk());
    EXPECT_THAT(
        *document->root,
        EqualsJson(
            R"({"limits": {"retries": 20, "wait": "PT30S"}, "names": ["first", "second"]})"));
    EXPECT_EQ(to_text(document->where("/limits/wait")), "spec/embedded/samples/settings.yaml:4:3");
    EXPECT_EQ(to_text(document->where("/names/1/nope")),
              "spec/embedded/samples/settings.yaml:5:16");
}

TEST(EmbeddedDocument, ThatIsUnknownIsNamedWithTheNearestOne) {
    const auto document =
        embedded_document(embedded_samples(), "spec/embedded/samples/setting.yaml");
    EXPECT_THAT(document, IsErrorCode(ErrorCode::kNotFound));
    EXPECT_THAT(document, FailsWith("no file \"spec/embedded/samples/setting.yaml\""));
    EXPECT_THAT(document, FailsWith("did you mean \"spec/embedded/samples/settings.yaml\"?"));
    EXPECT_THAT(embedded_document("nope"), IsErrorCode(ErrorCode::kNotFound));
}

TEST(ToDocument, RefusesBrokenPositions) {
    EXPECT_THAT(to_document({"a.yaml", "{}", "broken"}), IsErrorCode(ErrorCode::kSyntax));
}

TEST(EmbeddedDocuments, AreThoseOfTheContract) {
    EXPECT_THAT(names_of(embedded_documents()),
                IsSupersetOf({"spec/documents/control_plane.openapi.yaml",
                              "spec/documents/ledger.yaml",
                              "spec/documents/mock_control.openapi.yaml",
                              "spec/documents/vocabulary.schema.json"}));
}

/// Every file of spec/documents. The tests run in the repository's root, where the names lead to
/// them.
class Embedded : public testing::TestWithParam<EmbeddedFile> {};

TEST_P(Embedded, IsTheFileItWasMadeFrom) {
    const auto from_program = embedded_document(GetParam().name);
    const auto from_file = load_document(std::string(GetParam().name));
    ASSERT_THAT(from_program, IsOk());
    ASSERT_THAT(from_file, IsOk());
    EXPECT_EQ(*from_program->root, *from_file->root);
    EXPECT_EQ(from_program->positions.all(), from_file->positions.all());
    EXPECT_EQ(from_program->fingerprint, from_file->fingerprint);
    EXPECT_EQ(from_program->file, from_file->file);
}

std::string test_name(const testing::TestParamInfo<EmbeddedFile>& test) {
    std::string name(test.param.name.substr(test.param.name.rfind('/') + 1));
    std::replace_if(
        name.begin(), name.end(), [](char c) { return c == '.' || c == '-'; }, '_');
    return name;
}

INSTANTIATE_TEST_SUITE_P(Documents,
                         Embedded,
                         testing::ValuesIn(embedded_documents().begin(),
                                           embedded_documents().end()),
                         test_name);

}  // namespace
}  // namespace plumbline
