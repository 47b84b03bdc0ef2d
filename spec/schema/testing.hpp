#pragma once
// Matchers for schemas and violations, for the tests of all modules.

#include "spec/json/parse.hpp"
#include "spec/schema/schema.hpp"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace plumbline {

/// Compiles the schema in a JSON text; allows the x- names `x-one` and `x-two`.
inline Result<Schema> compile_schema_text(std::string_view text,
                                          SchemaStrictness strictness = SchemaStrictness::kClosed,
                                          std::string_view pointer = "") {
    auto document = parse_json_document(text, "test.json");
    if (!document) return fail(document.error());
    return SchemaCompiler(std::move(*document), strictness, {"x-one", "x-two"}).compile(pointer);
}

/// Matches a Result<Schema> that leaves out a part for a reason with this text.
MATCHER_P(LeavesOut, text, std::string("leaves out a part, with ") + text) {
    if (!arg) return false;
    for (const Error& reason : arg->unjudged()) {
        if (to_text(reason).find(text) != std::string::npos) return true;
        *result_listener << to_text(reason) << "; ";
    }
    return false;
}

inline void PrintTo(const Violation& violation, std::ostream* out) {
    *out << violation.instance_pointer << ' ' << violation.keyword << ' '
         << violation.schema_pointer << ": " << violation.message;
}

/// A test case: a schema and JSON texts of values that match it and of values that do not.
struct SchemaCase {
    std::string_view schema;
    std::vector<std::string_view> fits;
    std::vector<std::string_view> fails;
};

inline void PrintTo(const SchemaCase& row, std::ostream* out) {
    *out << row.schema;
}

/// Matches the JSON text of a value that the schema accepts without a violation.
MATCHER_P(FitsSchema, schema, "") {
    const auto value = parse_json(arg);
    return value && schema.accepts(*value) && schema.evaluate(*value).empty();
}

/// Matches the JSON text of a value that the schema rejects with a violation.
MATCHER_P(FailsSchema, schema, "") {
    const auto value = parse_json(arg);
    return value && !schema.accepts(*value) && !schema.evaluate(*value).empty();
}

/// Matches a list of violations that contains one of `keyword` at `pointer`.
MATCHER_P2(HasViolationAt, pointer, keyword, "") {
    for (const Violation& violation : arg) {
        if (violation.instance_pointer == pointer && violation.keyword == keyword) return true;
    }
    return false;
}

}  // namespace plumbline
