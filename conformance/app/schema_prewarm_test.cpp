#include "conformance/app/schema_prewarm.hpp"

#include "conformance/app/load_suites.hpp"
#include "spec/base/testing.hpp"
#include "spec/contract/contract.hpp"

namespace plumbline::app {
namespace {

using testing::IsEmpty;
using testing::NotNull;

TEST(SchemaPrewarm, CompilesWhileTheSuitesAreInUse) {
    const auto contract = load_contract();
    ASSERT_THAT(contract, IsOk());
    const LoadedSuites loaded = load_suites({}, *contract);
    ASSERT_THAT(loaded.diagnosis.errors, IsEmpty());
    auto compiling = precompile_schemas(loaded.suites);
    const auto& documents = (*contract)->documents;
    for (const Operation& operation : documents.front()->operations()) {
        const DeclaredResponse* response = operation.response_for(200);
        if (!response || response->content.empty()) continue;
        EXPECT_THAT(documents.front()->schema(response->content.front().schema_pointer), IsOk());
    }
    EXPECT_NO_THROW(compiling.get());
}

TEST(SchemaPrewarm, EndsImmediatelyWithoutSuites) {
    EXPECT_NO_THROW(precompile_schemas({}).get());
}

TEST(LeakUntilExit, KeepsTheValueAlive) {
    std::weak_ptr<const int> observer;
    {
        const auto value = std::make_shared<const int>(7);
        observer = value;
        leak_until_exit(value);
    }
    EXPECT_THAT(observer.lock(), NotNull());
}

}  // namespace
}  // namespace plumbline::app
