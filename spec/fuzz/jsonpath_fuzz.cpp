// JSONPath: every text is a query or has an error that points into it; the normalized path and the
// pointer of each selected node find that node again, and every query stays within its limits.

#include "spec/fuzz/fuzzing.hpp"
#include "spec/json/parse.hpp"
#include "spec/json/pointer.hpp"
#include "spec/jsonpath/jsonpath.hpp"

#include <nlohmann/json.hpp>

#include <string>

using namespace plumbline;

namespace {

const JsonPathLimits kLimits{.max_steps = 20'000, .max_nodes = 500, .max_depth = 16};

Json sample() {
    return *parse_json(R"({
        "a": [1, 2.5, -3, {"b": "text", "c": null}, [[], {}], "1974-05-01"],
        "b": {"it's": true, "\\": false, "\u0007": "x", "é😀": [0]},
        "": 9007199254740993, "p": "[a-z]+", "q": "a(", "a b": {"a": {"a": {"a": 1}}}})");
}

void check_error(const Error& error, std::string_view text) {
    const int column = error.where.column;
    PLUMBLINE_CHECK(column > 0 && static_cast<std::size_t>(column) <= text.size() + 1,
                    "an error points into the query");
    PLUMBLINE_CHECK(error.message.starts_with("column " + std::to_string(column) + ": "),
                    "an error begins with its column");
    PLUMBLINE_CHECK(error.notes.size() == 2 && error.notes[1].ends_with('^'),
                    "an error shows the query with a caret");
}

void check_node(const JsonPathMatch& node, const Json& document) {
    const auto path = JsonPath::compile(node.path());
    PLUMBLINE_CHECK(path && path->is_singular(), "a normalized path is a query for one node");
    const auto again = path->select(document);
    PLUMBLINE_CHECK(again && again->size() == 1, "a normalized path selects one node");
    PLUMBLINE_CHECK(&(*again)[0].value() == &node.value(), "and it is the original node");
    PLUMBLINE_CHECK((*again)[0].path() == node.path(), "and it has the same path");
    PLUMBLINE_CHECK(find(document, node.pointer()) == &node.value(), "its pointer finds it too");
}

void check_input(std::string_view text) {
    static const Json document = sample();
    const auto query = JsonPath::compile(text);
    if (!query) {
        check_error(query.error(), text);
        return;
    }
    PLUMBLINE_CHECK(query->text() == text, "a query keeps its text");
    const auto nodes = query->select(document, kLimits);
    if (!nodes) {
        PLUMBLINE_CHECK(nodes.error().code == ErrorCode::kLimit, "only limits stop a query");
        return;
    }
    PLUMBLINE_CHECK(!query->is_singular() || nodes->size() <= 1, "one node at most");
    for (const JsonPathMatch& node : *nodes) check_node(node, document);
    const auto exists = query->exists(document, kLimits);
    PLUMBLINE_CHECK(exists && *exists == !nodes->empty(),
                    "exists() returns whether nodes are selected");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    return fuzz::run(check_input, bytes, size);
}
