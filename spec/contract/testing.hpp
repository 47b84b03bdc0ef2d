#pragma once
// API documents written in tests.

#include "spec/base/testing.hpp"
#include "spec/contract/contract.hpp"
#include "spec/json/document.hpp"

#include <memory>
#include <string>
#include <vector>

namespace plumbline {

/// A document written in a test.
inline Document yaml(const std::string& text) {
    auto document = parse_yaml(text, "api.yaml");
    EXPECT_THAT(document, IsOk());
    return document ? *document : Document{"", std::make_shared<const Json>(), {}};
}

/// The x- keywords that documents of tests may use.
inline const std::vector<std::string> kNames{"x-operation-kind",
                                             "x-additional",
                                             "x-resource",
                                             "x-requirements",
                                             "x-immutable",
                                             "x-basis",
                                             "x-violation-status",
                                             "x-default-from",
                                             "x-decimals",
                                             "x-unique-by",
                                             "x-key-ref",
                                             "x-issued-by",
                                             "x-rules",
                                             "x-history",
                                             "x-stream",
                                             "x-accepted-names",
                                             "x-patch-mode"};

/// Loads a document as one of ours: closed.
inline Result<std::shared_ptr<const ApiDocument>> load(const std::string& text) {
    return ApiDocument::load("api", yaml(text), {SchemaStrictness::kClosed, kNames});
}

}  // namespace plumbline
