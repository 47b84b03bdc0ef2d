#pragma once
// What queries select, as text that a test compares: normalized path and value, node by node.

#include "spec/base/testing.hpp"
#include "spec/json/testing.hpp"
#include "spec/jsonpath/jsonpath.hpp"

#include <ostream>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline {

/// Returns `path value` of every selected node, or the one text of what went wrong.
inline std::vector<std::string> nodes_of(std::string_view query, const Json& document) {
    const auto compiled = JsonPath::compile(query);
    if (!compiled) return {to_text(compiled.error())};
    const auto nodes = compiled->select(document);
    if (!nodes) return {to_text(nodes.error())};
    std::vector<std::string> texts;
    for (const NodeList::Node node : *nodes) {
        texts.push_back(node.path() + ' ' + to_text(node.value()));
    }
    return texts;
}

// Rows print what they are about in quotes: a backslash at the end of a line would swallow the next
// test of the list that ctest reads.

/// A query and what it selects of a document.
struct Selection {
    std::string_view query;
    std::vector<std::string> nodes;
};

inline void PrintTo(const Selection& row, std::ostream* out) {
    *out << testing::PrintToString(row.query);
}

/// Says whether `condition` holds as the filter of an array of one item, 0.
inline bool holds(std::string_view condition, const Json& document = json_of("[0]")) {
    const auto compiled = JsonPath::compile("$[?" + std::string(condition) + "]");
    return compiled.value().exists(document).value();
}

/// A condition and whether it holds.
struct Truth {
    std::string_view condition;
    bool holds;
};

inline void PrintTo(const Truth& row, std::ostream* out) {
    *out << testing::PrintToString(row.condition);
}

/// A query that is none, where the message points, and what it says.
struct Refusal {
    std::string_view query;
    int column;
    std::string_view says;
    ErrorCode code = ErrorCode::kSyntax;
};

inline void PrintTo(const Refusal& row, std::ostream* out) {
    *out << testing::PrintToString(row.query);
}

/// Refused as the row says: the column stands in the message, in `where` and under the caret.
class RefusedQuery : public testing::TestWithParam<Refusal> {
  protected:
    static void expect_refused(const Refusal& row) {
        const auto compiled = JsonPath::compile(row.query);
        ASSERT_THAT(compiled, IsErrorCode(row.code));
        const Error& error = compiled.error();
        const std::string start = "column " + std::to_string(row.column) + ": ";
        EXPECT_EQ(error.message.substr(0, start.size()), start);
        EXPECT_EQ(error.where, (SourceRef{"", 0, row.column}));
        EXPECT_THAT(error.message, testing::HasSubstr(std::string(row.says)));
        ASSERT_EQ(error.notes.size(), 2U);
        EXPECT_EQ(error.notes[1], std::string(static_cast<std::size_t>(row.column) - 1, ' ') + '^');
    }
};

}  // namespace plumbline
