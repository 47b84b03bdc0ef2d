#include "conformance/app/head_start.hpp"

#include "conformance/app/load_suites.hpp"
#include "spec/base/testing.hpp"
#include "spec/contract/contract.hpp"

namespace plumbline::app {
namespace {

using testing::IsEmpty;
using testing::NotNull;

TEST(HeadStart, CompilesWhileTheSuitesAreUsedAndEnds) {
    const auto contract = load_contract();
    ASSERT_THAT(contract, IsOk());
    const LoadedSuites loaded = load_suites({}, *contract);
    ASSERT_THAT(loaded.diagnosis.errors, IsEmpty());
    auto compiling = compile_schemas_of(loaded.suites);
    const auto& documents = (*contract)->documents;
    for (const Operation& operation : documents.front()->operations()) {
        const DeclaredResponse* answer = operation.response_for(200);
        if (!answer || answer->content.empty()) continue;
        EXPECT_THAT(documents.front()->schema(answer->content.front().schema_pointer), IsOk());
    }
    EXPECT_NO_THROW(compiling.get());
}

TEST(HeadStart, HasNothingToDoWithoutSuites) {
    EXPECT_NO_THROW(compile_schemas_of({}).get());
}

TEST(KeepToTheEnd, OutlivesTheOwner) {
    std::weak_ptr<const int> seen;
    {
        const auto value = std::make_shared<const int>(7);
        seen = value;
        keep_to_the_end(value);
    }
    EXPECT_THAT(seen.lock(), NotNull());
}

}  // namespace
}  // namespace plumbline::app
