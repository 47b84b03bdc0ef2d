// The quick answer and the careful one are the same.
#include "spec/schema/sieve.hpp"

#include "spec/base/testing.hpp"
#include "spec/json/print.hpp"
#include "spec/schema/graph.hpp"
#include "spec/schema/random_schema_fixture.hpp"
#include "spec/schema/reach.hpp"
#include "spec/schema/testing.hpp"

namespace plumbline {
namespace {

/// Returns the graph of the schema that a document is, with the document as what it points into.
Result<Graph> graph_of(const Document& document) {
    return reach(document, {SchemaStrictness::kClosed, {}}, "").and_then([&](Reached&& reached) {
        return Graph::compile(lower(std::move(reached), *document.root));
    });
}

TEST(Sieve, LetsThroughExactlyWhatTheJudgeFindsNothingWrongWith) {
    constexpr int kSchemas = 1000;
    constexpr int kValues = 10;
    RandomSchemas random(11);
    int fitting = 0;
    for (int i = 0; i < kSchemas; ++i) {
        const Document document{"law", std::make_shared<const Json>(random.schema(3)), {}};
        const auto graph = graph_of(document);
        ASSERT_THAT(graph, IsOk()) << to_text(*document.root);
        for (int k = 0; k < kValues; ++k) {
            const Json value = random.value(3);
            Findings findings;
            graph->judge(value, findings);
            const bool fits = graph->accepts(value);
            EXPECT_EQ(fits, std::move(findings).in_document_order().empty())
                << to_text(*document.root) << " with " << to_text(value);
            fitting += fits ? 1 : 0;
        }
    }
    EXPECT_GT(fitting, kSchemas);
    EXPECT_LT(fitting, kSchemas * (kValues - 1));
}

}  // namespace
}  // namespace plumbline
