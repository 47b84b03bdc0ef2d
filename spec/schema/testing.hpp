#pragma once
// Matchers over violations for every module's tests.

#include "spec/json/parse.hpp"
#include "spec/schema/schema.hpp"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace plumbline {

/// Compiles the schema that a JSON text is, with the x- names `x-one` and `x-two` allowed.
inline Result<Schema> compile_text(std::string_view text,
                                   SchemaStrictness strictness = SchemaStrictness::kClosed,
                                   std::string_view pointer = "") {
    auto document = parse_json_document(text, "test.json");
    if (!document) return fail(document.error());
    return SchemaCompiler(std::move(*document), strictness, {"x-one", "x-two"}).compile(pointer);
}

inline void PrintTo(const Violation& violation, std::ostream* out) {
    *out << violation.instance_pointer << ' ' << violation.keyword << ' '
         << violation.schema_pointer << ": " << violation.message;
}

/// A schema with JSON texts of values that fit it and of values that do not: one row of a table.
struct SchemaRow {
    std::string_view schema;
    std::vector<std::string_view> fits;
    std::vector<std::string_view> fails;
};

inline void PrintTo(const SchemaRow& row, std::ostream* out) {
    *out << row.schema;
}

/// Matches the JSON text of a value that the schema accepts and finds nothing wrong with.
MATCHER_P(FitsSchema, schema, "") {
    const auto value = parse_json(arg);
    return value && schema.accepts(*value) && schema.judge(*value).empty();
}

/// Matches the JSON text of a value that the schema refuses and names a reason for.
MATCHER_P(FailsSchema, schema, "") {
    const auto value = parse_json(arg);
    return value && !schema.accepts(*value) && !schema.judge(*value).empty();
}

/// Matches a list of violations that has one at `pointer` by `keyword`.
MATCHER_P2(HasViolationAt, pointer, keyword, "") {
    for (const Violation& violation : arg) {
        if (violation.instance_pointer == pointer && violation.keyword == keyword) return true;
    }
    return false;
}

}  // namespace plumbline
