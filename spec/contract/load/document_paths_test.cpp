#include "spec/contract/document_paths.hpp"

#include "spec/base/file.hpp"
#include "spec/base/temporary_folder.hpp"
#include "spec/base/testing.hpp"

#include <gmock/gmock.h>

namespace plumbline {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::string write_to(const TemporaryFolder& folder,
                     const std::string& name,
                     const std::string& text) {
    std::string file = folder.path() + '/' + name;
    EXPECT_THAT(write_file(file, text), IsOk());
    return file;
}

TEST(DocumentPaths, NoneAreTheBuiltInOnes) {
    const auto found = find_documents({});
    ASSERT_THAT(found, IsOk());
    EXPECT_THAT(found->user_files, IsEmpty());
    EXPECT_EQ(found->contract_folder, "");
}

TEST(DocumentPaths, AreFilesAndTheOpenApiDocumentsOfFolders) {
    const TemporaryFolder folder;
    const std::string b = write_to(folder, "b.yaml", "openapi: 3.1.0\n");
    write_to(folder, "a.json", R"({"info": {}, "openapi" : "3.1.0"})");
    write_to(folder, "parts.yaml", "components: {}\n");
    write_to(folder, "notes.txt", "openapi: 3.1.0\n");
    write_to(folder, "other.yaml", "---\nkind: a\n---\nx: {openapi: 1}\n{{ no YAML\n");
    write_to(folder, "other.json", R"({"kind": "openapi", "openapis": 3})");
    const TemporaryFolder other;
    const std::string c = write_to(other, "c.yml", "no document\n");
    const auto found = find_documents({c, folder.path() + "/./a.json", folder.path()});
    ASSERT_THAT(found, IsOk());
    EXPECT_THAT(found->user_files, ElementsAre(c, folder.path() + "/./a.json", b));
    EXPECT_EQ(found->contract_folder, "");
}

TEST(DocumentPaths, AFolderWithExtensionsIsAContract) {
    const TemporaryFolder folder;
    write_to(folder, "extensions.schema.json", "{}");
    const auto found = find_documents({folder.path()});
    ASSERT_THAT(found, IsOk());
    EXPECT_THAT(found->user_files, IsEmpty());
    EXPECT_EQ(found->contract_folder, folder.path());
    const std::string file = write_to(folder, "a.yaml", "openapi: 3.1.0\n");
    EXPECT_THAT(find_documents({folder.path(), file}), FailsWith("beside other documents"));
}

TEST(DocumentPaths, ErrorsNameWhatWasLookedFor) {
    const TemporaryFolder folder;
    EXPECT_THAT(find_documents({folder.path()}), FailsWith("has no OpenAPI document"));
    EXPECT_THAT(find_documents({folder.path() + "/none.yaml"}), FailsWith("does not exist"));
}

}  // namespace
}  // namespace plumbline
