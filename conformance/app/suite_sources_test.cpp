#include "conformance/app/suite_sources.hpp"

#include "spec/base/file.hpp"
#include "spec/base/temporary_folder.hpp"
#include "spec/base/testing.hpp"

#include <gmock/gmock.h>

#include <filesystem>
#include <unistd.h>

namespace plumbline::app {
namespace {

namespace fs = std::filesystem;
using workflow::SharedDocument;

/// Opens sources from documents in a folder of the test.
class SuiteSources : public testing::Test {
  protected:
    SuiteSources() { fs::create_directories(folder_ + "/deep"); }

    SharedDocument write(const std::string& name, const std::string& self = "") {
        const std::string path = folder_ + '/' + name;
        const std::string more = self.empty() ? "" : "$self: '" + self + "'\n";
        EXPECT_THAT(write_file(path, "arazzo: 1.1.0\n" + more), IsOk());
        auto document = load_document(path);
        EXPECT_THAT(document, IsOk());
        return std::make_shared<const Document>(*document);
    }

    Result<SharedDocument> open(const std::string& url,
                                const SharedDocument& referrer,
                                const std::vector<SharedDocument>& given = {},
                                SuiteOrigin origin = SuiteOrigin::kFiles) {
        return document_loader(given, origin)("mine", url, *referrer);
    }

    TemporaryFolder own_folder_;
    std::string folder_ = own_folder_.path();
};

TEST_F(SuiteSources, AreReadRelativeToTheReferrer) {
    write("b.arazzo.yaml");
    const auto found = open("../b.arazzo.yaml", write("deep/a.arazzo.yaml"));
    ASSERT_THAT(found, IsOk());
    EXPECT_EQ((*found)->file, folder_ + "/b.arazzo.yaml");
}

TEST_F(SuiteSources, AreReadByAnAbsolutePath) {
    write("b.arazzo.yaml");
    EXPECT_THAT(open(folder_ + "/b.arazzo.yaml", write("deep/a.arazzo.yaml")), IsOk());
}

TEST_F(SuiteSources, AreReadRelativeToSelf) {
    write("b.arazzo.yaml");
    const auto referrer = write("deep/a.arazzo.yaml", "../a.arazzo.yaml");
    EXPECT_THAT(open("b.arazzo.yaml", referrer), IsOk());
    EXPECT_THAT(open("../b.arazzo.yaml", referrer), IsErrorCode(ErrorCode::kNotFound));
}

TEST_F(SuiteSources, AreReadRelativeToTheFileIfSelfIsAUrl) {
    write("b.arazzo.yaml");
    EXPECT_THAT(open("b.arazzo.yaml", write("a.arazzo.yaml", "https://suites.test/x/a.yaml")),
                IsOk());
}

TEST_F(SuiteSources, AreReadOnceForAllSpellingsOfAPath) {
    const auto referrer = write("a.arazzo.yaml");
    write("b.arazzo.yaml");
    const auto load = document_loader({}, SuiteOrigin::kFiles);
    const auto first = load("mine", "b.arazzo.yaml", *referrer);
    ASSERT_THAT(first, IsOk());
    EXPECT_EQ(load("other", "deep/../b.arazzo.yaml", *referrer).value_or(nullptr), *first);
    EXPECT_EQ(load("third", folder_ + "/b.arazzo.yaml", *referrer).value_or(nullptr), *first);
}

TEST_F(SuiteSources, RejectAnAmbiguousSelf) {
    const std::string self = "https://suites.test/x/b.yaml";
    const std::vector<SharedDocument> given{write("b.arazzo.yaml", self),
                                            write("c.arazzo.yaml", self)};
    const auto referrer = write("a.arazzo.yaml");
    const auto found = open(self, referrer, given);
    ASSERT_THAT(found, IsErrorCode(ErrorCode::kInvalid));
    EXPECT_THAT(found.error().message, testing::HasSubstr("b.arazzo.yaml and "));
    EXPECT_THAT(open("c.arazzo.yaml", referrer, given), IsOk()) << "by its file";
    EXPECT_THAT(open(self, referrer, {given[1], given[1]}), IsOk()) << "it is the same document";
}

TEST_F(SuiteSources, ReuseGivenDocumentsByFile) {
    const auto given = write("b.arazzo.yaml");
    EXPECT_EQ(open("b.arazzo.yaml", write("a.arazzo.yaml"), {given}).value_or(nullptr), given);
}

TEST_F(SuiteSources, ReuseGivenDocumentsByUrl) {
    const auto given = write("deep/b.arazzo.yaml", "https://suites.test/x/b.yaml");
    const auto referrer = write("a.arazzo.yaml", "https://suites.test/a.yaml");
    EXPECT_EQ(open("x/b.yaml", referrer, {given}).value_or(nullptr), given);
    EXPECT_EQ(open("https://suites.test/x/b.yaml", referrer, {given}).value_or(nullptr), given);
}

TEST_F(SuiteSources, ReuseGivenDocumentsBySelf) {
    const auto given = write("deep/b.arazzo.yaml", "../c.arazzo.yaml");
    EXPECT_EQ(open("c.arazzo.yaml", write("a.arazzo.yaml"), {given}).value_or(nullptr), given);
}

TEST_F(SuiteSources, AreNotFetched) {
    const auto found = open("https://suites.test/b.yaml", write("a.arazzo.yaml"));
    EXPECT_THAT(found, IsErrorCode(ErrorCode::kUnsupported));
    EXPECT_THAT(found,
                FailsWith("the source \"mine\" must be a file, not https://suites.test/b.yaml"));
}

TEST_F(SuiteSources, ReportAMissingFile) {
    const auto referrer = write("a.arazzo.yaml");
    EXPECT_THAT(open("deep/b.arazzo.yaml", referrer),
                FailsWith("there is no file " + folder_ + "/deep/b.arazzo.yaml"));
    EXPECT_THAT(open("deep", referrer), IsErrorCode(ErrorCode::kNotFound))
        << "a folder is not a file";
}

TEST_F(SuiteSources, ReportThePositionOfInvalidYaml) {
    ASSERT_THAT(write_file(folder_ + "/b.arazzo.yaml", "a: 1\na: 2\n"), IsOk());
    EXPECT_THAT(open("b.arazzo.yaml", write("a.arazzo.yaml")), FailsWith("b.arazzo.yaml:2:"));
}

TEST_F(SuiteSources, OfBuiltInSuitesAreNotReadFromFiles) {
    write("b.arazzo.yaml");
    EXPECT_THAT(open("b.arazzo.yaml", write("a.arazzo.yaml"), {}, SuiteOrigin::kBuiltIn),
                IsErrorCode(ErrorCode::kNotFound));
}

}  // namespace
}  // namespace plumbline::app
