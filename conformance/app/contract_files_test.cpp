#include "conformance/app/contract_files.hpp"

#include "spec/base/file.hpp"
#include "spec/base/temporary_folder.hpp"
#include "spec/base/testing.hpp"

#include <gmock/gmock.h>

namespace plumbline::app {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr const char* kApi = "openapi: 3.1.0\ninfo: {title: T, version: '1'}\npaths: {}\n";

class ContractFilesTest : public testing::Test {
  protected:
    std::string write(const std::string& name, const std::string& text) {
        std::string file = folder_.path() + '/' + name;
        EXPECT_THAT(write_file(file, text), IsOk());
        return file;
    }

    TemporaryFolder folder_;
};

TEST_F(ContractFilesTest, OfNoneTheBuiltInOnesAreUsed) {
    EXPECT_NE(load_named_ledger({}).value().find("CP-FLOW"), nullptr);
    EXPECT_NE(load_named_contract({}).value()->find_document("control_plane"), nullptr);
    EXPECT_THAT(user_documents({}), IsEmpty());
}

TEST_F(ContractFilesTest, DocumentsOfUsersHaveNoRequirementsButThoseOfTheLedger) {
    ContractFiles files{{write("api.yaml", kApi)}, ""};
    EXPECT_THAT(load_named_ledger(files).value().requirements, IsEmpty());
    EXPECT_THAT(user_documents(files), ElementsAre(files.documents.front()));
    files.ledger = write("rows.yaml", "requirements: [{id: A-1, area: a, statement: It holds.}]\n");
    EXPECT_NE(load_named_ledger(files).value().find("A-1"), nullptr);
    files.ledger = write("broken.yaml", "requirements: [{id: A-1}]\n");
    EXPECT_THAT(load_named_ledger(files), FailsWith("broken.yaml:1:16: a row needs"));
}

TEST_F(ContractFilesTest, AContractWithoutLedgerHasNoRequirements) {
    (void)write("extensions.schema.json", R"({"properties": {}})");
    (void)write("api.openapi.yaml", kApi);
    const ContractFiles files{{folder_.path()}, ""};
    EXPECT_THAT(load_named_ledger(files).value().requirements, IsEmpty());
    const auto contract = load_named_contract(files);
    ASSERT_THAT(contract, IsOk());
    EXPECT_NE((*contract)->find_document("api"), nullptr);
    EXPECT_EQ((*contract)->find_document("control_plane"), nullptr);
    EXPECT_NE((*contract)->find_document(kControlDocument), nullptr) << "the built-in one";
    (void)write("ledger.yaml", "requirements: [{id: A-1, area: a, statement: It holds.}]\n");
    EXPECT_NE(load_named_ledger(files).value().find("A-1"), nullptr);
}

TEST_F(ContractFilesTest, OneFileMayHaveSeveralPaths) {
    const std::string file = write("api.yaml", kApi);
    const auto document = parse_yaml(kApi, folder_.path() + "/./api.yaml");
    ASSERT_THAT(document, IsOk());
    const auto api = ApiDocument::load("api", *document);
    ASSERT_THAT(api, IsOk());
    EXPECT_TRUE(is_in({"none.yaml", file}, **api));
    EXPECT_FALSE(is_in({"none.yaml"}, **api));
}

TEST_F(ContractFilesTest, WhatIsMissingIsAnError) {
    const ContractFiles files{{"none.yaml"}, ""};
    EXPECT_THAT(load_named_contract(files), FailsWith("none.yaml does not exist"));
    EXPECT_THAT(load_named_ledger(files), FailsWith("none.yaml does not exist"));
}

}  // namespace
}  // namespace plumbline::app
