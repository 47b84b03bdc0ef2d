#include "conformance/app/load_suites.hpp"

#include "conformance/runner/runner.hpp"
#include "spec/base/file.hpp"
#include "spec/base/row_name.hpp"
#include "spec/base/temporary_folder.hpp"
#include "spec/base/testing.hpp"
#include "spec/embedded/embedded.hpp"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <filesystem>
#include <fstream>
#include <set>
#include <unistd.h>

namespace plumbline::app {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::ElementsAre;
using testing::Field;
using testing::HasSubstr;
using testing::IsEmpty;

auto SaysAll(ErrorCode code, const std::string& one, const std::string& other) {
    return AllOf(Field(&Error::code, code),
                 Field(&Error::message, AllOf(HasSubstr(one), HasSubstr(other))));
}

/// Drops the superuser's right to read everything, as long as it exists.
class AsNobody {
  public:
    AsNobody() : changed_(before_ == 0 && ::seteuid(kNobody) == 0) {}
    ~AsNobody() {
        if (changed_) {
            EXPECT_EQ(::seteuid(before_), 0);
        }
    }
    AsNobody(const AsNobody&) = delete;
    AsNobody& operator=(const AsNobody&) = delete;

  private:
    static constexpr uid_t kNobody = 65534;
    uid_t before_ = ::geteuid();
    bool changed_;
};

/// Returns the record names of all built-in scenarios, generated ones included.
std::vector<std::string> record_names() {
    const auto contract = load_contract();
    EXPECT_THAT(contract, IsOk());
    LoadedSuites loaded = load_suites({}, *contract);
    EXPECT_THAT(add_generated({}, *contract, OmissionLevel::kError, loaded), IsOk());
    EXPECT_THAT(loaded.diagnosis.errors, IsEmpty());
    runner::RunOptions options;
    options.seed = 1'795'302'397'502'725'365;  // in nanoseconds, as for a real target
    std::vector<std::string> names;
    for (const std::string& scenario : runner::selected_scenarios(loaded.suites, options))
        names.push_back(runner::record_name(options, scenario));
    return names;
}

TEST(RecordNames, AreUniqueAndOfEqualLength) {
    const auto names = record_names();
    EXPECT_GT(names.size(), 700U);
    EXPECT_EQ(std::set<std::string>(names.begin(), names.end()).size(), names.size());
    EXPECT_THAT(names, testing::Each(testing::SizeIs(names.front().size())));
}

class SuiteDocuments : public testing::Test {
  protected:
    SuiteDocuments() { fs::create_directories(folder_); }
    ~SuiteDocuments() override {
        fs::permissions(folder_, fs::perms::owner_all);
        for (const auto& entry : fs::directory_iterator(folder_)) {
            if (entry.is_directory()) fs::permissions(entry, fs::perms::owner_all);
        }
        fs::remove_all(folder_);
    }

    void write(const std::string& name) {
        ASSERT_THAT(write_file(folder_ + '/' + name, "arazzo: 1.0.1\n"), IsOk());
    }
    std::vector<std::string> names(const std::vector<std::string>& files) {
        std::vector<std::string> found;
        const SuiteFiles read = suite_documents(files);
        for (const auto& document : read.documents)
            found.push_back(fs::path(document->file).filename().string());
        for (const UnreadableSuite& unread : read.unreadable) errors_.push_back(unread.error);
        return found;
    }

    TemporaryFolder own_folder_;
    std::string folder_ = own_folder_.path();
    std::vector<Error> errors_;
};

TEST_F(SuiteDocuments, AreFoundInSubfoldersAndSortedByName) {
    write("b.arazzo.yaml");
    write("deep/a.arazzo.yaml");
    write("a.arazzo.yaml");
    std::ofstream(folder_ + "/c.arazzo.json") << "{}";
    write("notes.yaml");
    EXPECT_THAT(names({folder_}),
                ElementsAre("a.arazzo.yaml", "b.arazzo.yaml", "c.arazzo.json", "a.arazzo.yaml"));
    EXPECT_THAT(errors_, IsEmpty());
}

TEST_F(SuiteDocuments, MayHaveAmbiguousScalars) {
    ASSERT_THAT(write_file(folder_ + "/a.arazzo.yaml",
                           "\xEF\xBB\xBF"
                           "arazzo: 1.0.1\ny: ~\n"),
                IsOk());
    const SuiteFiles read = suite_documents({folder_});
    ASSERT_EQ(read.documents.size(), 1U);
    EXPECT_EQ(read.documents.front()->departures.size(), 3U);
}

TEST_F(SuiteDocuments, DefaultToTheBuiltInOnes) {
    EXPECT_THAT(names({}), testing::Not(IsEmpty()));
    EXPECT_THAT(errors_, IsEmpty());
}

TEST_F(SuiteDocuments, AreMissingInAnEmptyFolder) {
    EXPECT_THAT(names({folder_}), IsEmpty());
    EXPECT_THAT(errors_, ElementsAre(SaysAll(ErrorCode::kNotFound, "no suite", folder_)));
}

TEST_F(SuiteDocuments, AreMissingIfThePathDoesNotExist) {
    const std::string nowhere = folder_ + "/nowhere";
    EXPECT_THAT(names({nowhere}), IsEmpty());
    EXPECT_THAT(errors_, ElementsAre(SaysAll(ErrorCode::kNotFound, "no such file", nowhere)));
}

class SuitesInUnreadableFolder : public SuiteDocuments,
                                 public testing::WithParamInterface<const char*> {};

TEST_P(SuitesInUnreadableFolder, AreReportedWithPathAndReason) {
    write("a.arazzo.yaml");
    write("closed/b.arazzo.yaml");
    fs::permissions(folder_, fs::perms::all);
    const std::string closed = folder_ + GetParam();
    fs::permissions(closed, fs::perms::none);
    {
        const AsNobody as_other_user;
        if (::access(closed.c_str(), R_OK) == 0 && ::geteuid() == 0) {
            GTEST_SKIP() << "this user can read every folder";
        }
        (void)names({folder_});
    }
    EXPECT_THAT(errors_, ElementsAre(SaysAll(ErrorCode::kIo, closed + ": ", "Permission denied")));
}

INSTANTIATE_TEST_SUITE_P(Folder,
                         SuitesInUnreadableFolder,
                         testing::Values("", "/closed"),
                         RowName());

/// Opens `url` from a suite in the folder.
class SuiteSourceLoader : public SuiteDocuments {
  protected:
    void SetUp() override {
        const auto contract = load_contract();
        ASSERT_THAT(contract, IsOk());
        contract_ = *contract;
        fs::create_directories(folder_ + "/suites");
    }
    void write_api(const std::string& name, const std::string& text) {
        ASSERT_THAT(write_file(folder_ + '/' + name, text), IsOk());
    }
    Result<std::shared_ptr<const ApiDocument>> open(const std::string& url,
                                                    SuiteOrigin origin = SuiteOrigin::kFiles) {
        return source_loader(contract_, origin)("mine", url, folder_ + "/suites/a.arazzo.yaml");
    }

    std::shared_ptr<const Contract> contract_;
};

constexpr const char* kEmptyApi = "openapi: '3.1.0'\npaths: {}\n";

TEST_F(SuiteSourceLoader, UsesTheContractForAPlainName) {
    EXPECT_EQ(open("control_plane.openapi.yaml").value_or(nullptr), contract_->documents.front());
}

TEST_F(SuiteSourceLoader, PrefersAFileInTheFolderOfTheSuite) {
    write_api("suites/control_plane.openapi.yaml", kEmptyApi);
    const auto api = open("control_plane.openapi.yaml");
    ASSERT_THAT(api, IsOk());
    EXPECT_EQ((*api)->name(), "mine");
    EXPECT_THAT((*api)->operations(), IsEmpty());
}

TEST_F(SuiteSourceLoader, UsesTheContractForAFileWithTheSameContent) {
    fs::create_directories(folder_ + "/spec");
    // JSON is valid YAML.
    write_api("spec/control_plane.openapi.yaml",
              contract_->documents.front()->document().root->dump());
    EXPECT_EQ(open("../spec/control_plane.openapi.yaml").value_or(nullptr),
              contract_->documents.front());
}

TEST_F(SuiteSourceLoader, UsesTheUsersContract) {
    fs::create_directories(folder_ + "/own");
    fs::create_directories(folder_ + "/spec");
    for (const auto& document : contract_->documents) {
        Json changed = *document->document().root;
        changed["info"]["title"] = "mine";
        write_api("own/" + document->name() + ".openapi.yaml", changed.dump());
    }
    const auto vocabulary = embedded_document("spec/documents/extensions.schema.json");
    ASSERT_THAT(vocabulary, IsOk());
    write_api("own/extensions.schema.json", vocabulary->root->dump());
    write_api("spec/control_plane.openapi.yaml",
              contract_->documents.front()->document().root->dump());
    const auto users = load_contract(folder_ + "/own");
    ASSERT_THAT(users, IsOk());
    contract_ = *users;
    EXPECT_EQ(open("../own/control_plane.openapi.yaml").value_or(nullptr),
              contract_->documents.front());
    const auto built_in = open("../spec/control_plane.openapi.yaml");
    ASSERT_THAT(built_in, IsOk());
    EXPECT_NE(*built_in, contract_->documents.front())
        << "the built-in document has a different content";
}

TEST_F(SuiteSourceLoader, ReportsAMissingFile) {
    const auto api = open("../no/control_plane.openapi.yaml");
    EXPECT_THAT(api, IsErrorCode(ErrorCode::kNotFound));
    EXPECT_THAT(api, FailsWith("../no/control_plane.openapi.yaml"));
    EXPECT_THAT(api, FailsWith("write only control_plane.openapi.yaml"));
    EXPECT_THAT(open("other.openapi.yaml"), FailsWith("there is no file"));
}

TEST_F(SuiteSourceLoader, IgnoresFilesForBuiltInSuites) {
    write_api("control_plane.openapi.yaml", kEmptyApi);
    EXPECT_EQ(open("../control_plane.openapi.yaml", SuiteOrigin::kBuiltIn).value_or(nullptr),
              contract_->documents.front());
}

TEST_F(SuiteSourceLoader, ReadsFilesThatADocumentReferences) {
    fs::create_directories(folder_ + "/paths");
    write_api("suites/mine.openapi.yaml",
              "openapi: '3.1.0'\ninfo: { title: t, version: '1' }\n"
              "paths: { /a: { $ref: '../paths/a.yaml' }, /b: { $ref: '../paths/b.yaml' } }\n");
    write_api("paths/a.yaml", "get: { operationId: a }\n");
    const auto api = open("mine.openapi.yaml");
    ASSERT_THAT(api, IsOk());
    EXPECT_NE((*api)->find_operation("a"), nullptr);
    ASSERT_EQ((*api)->unreadable_operations().size(), 1U);
    EXPECT_THAT(to_text((*api)->unreadable_operations().front().error),
                AllOf(HasSubstr("mine.openapi.yaml:3:"), HasSubstr("paths/b.yaml")));
}

TEST_F(SuiteSourceLoader, AcceptsSchemasThatCannotBeEvaluated) {
    write_api(
        "suites/mine.openapi.yaml",
        std::string(kEmptyApi) + "components: { schemas: { A: { unevaluatedItems: false } } }\n");
    EXPECT_THAT(open("mine.openapi.yaml"), IsOk());
}

}  // namespace
}  // namespace plumbline::app
