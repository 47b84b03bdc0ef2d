#pragma once
// The result of a query as text for comparisons: normalized path and value of each node.

#include "spec/base/testing.hpp"
#include "spec/json/testing.hpp"
#include "spec/jsonpath/jsonpath.hpp"

#include <ostream>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline {

/// Returns `path value` of every selected node, or the text of the error.
inline std::vector<std::string> nodes_of(std::string_view query, const Json& document) {
    const auto compiled = JsonPath::compile(query);
    if (!compiled) return {to_text(compiled.error())};
    const auto nodes = compiled->select(document);
    if (!nodes) return {to_text(nodes.error())};
    std::vector<std::string> texts;
    for (const JsonPathMatch& node : *nodes) {
        texts.push_back(node.path() + ' ' + to_text(node.value()));
    }
    return texts;
}

// Rows print their query in quotes: a backslash at the end of a line would join it with the next
// test in the list that ctest reads.

/// A query and the nodes it selects in a document.
struct SelectionCase {
    std::string_view query;
    std::vector<std::string> nodes;
};

inline void PrintTo(const SelectionCase& row, std::ostream* out) {
    *out << testing::PrintToString(row.query);
}

/// Returns whether `condition` is true as the filter of an array with one item, 0.
inline bool holds(std::string_view condition, const Json& document = json_of("[0]")) {
    const auto compiled = JsonPath::compile("$[?" + std::string(condition) + "]");
    return compiled.value().exists(document).value();
}

/// A condition and whether it is true.
struct FilterCase {
    std::string_view condition;
    bool holds;
};

inline void PrintTo(const FilterCase& row, std::ostream* out) {
    *out << testing::PrintToString(row.condition);
}

/// An invalid query, the column of its error, and a part of the message.
struct InvalidQueryCase {
    std::string_view query;
    int column;
    std::string_view message;
    ErrorCode code = ErrorCode::kSyntax;
};

inline void PrintTo(const InvalidQueryCase& row, std::ostream* out) {
    *out << testing::PrintToString(row.query);
}

/// Checks the error of a row: the column is in the message, in `where` and under the caret.
class InvalidQueryTest : public testing::TestWithParam<InvalidQueryCase> {
  protected:
    static void expect_error(const InvalidQueryCase& row) {
        const auto compiled = JsonPath::compile(row.query);
        ASSERT_THAT(compiled, IsErrorCode(row.code));
        const Error& error = compiled.error();
        const std::string start = "column " + std::to_string(row.column) + ": ";
        EXPECT_EQ(error.message.substr(0, start.size()), start);
        EXPECT_EQ(error.where, (SourceRef{"", 0, row.column}));
        EXPECT_THAT(error.message, testing::HasSubstr(std::string(row.message)));
        ASSERT_EQ(error.notes.size(), 2U);
        EXPECT_EQ(error.notes[1], std::string(static_cast<std::size_t>(row.column) - 1, ' ') + '^');
    }
};

}  // namespace plumbline
