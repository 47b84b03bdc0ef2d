#pragma once
// The target names of one operation: path, query parameters, bodies.

#include "spec/contract/contract.hpp"
#include "spec/http/path_template.hpp"
#include "spec/names/schema_names.hpp"

#include <map>
#include <string>
#include <string_view>

namespace plumbline {

/// The names of one operation. A SchemaNamesBuilder owns the SchemaNames.
struct OperationNames {
    const Operation* operation = nullptr;
    http::PathTemplate target_path;
    NameBimap parameters;  ///< names of the query parameters
    std::map<std::string, const SchemaNames*>
        query_values;  ///< names of values, by the contract name of the parameter
    const SchemaNames* request = nullptr;
    /// Names in responses, by status as declared: 200, 4XX.
    std::map<std::string, const SchemaNames*> responses;
    /// Names in events of a stream, by event name.
    std::map<std::string, const SchemaNames*, std::less<>> events;
    /// Names in events of a stream, by mode.
    std::map<std::string, const SchemaNames*, std::less<>> modes;

    [[nodiscard]] const SchemaNames* response(int status) const;
    /// Translates a request target; keeps the path if it is not the path of this operation.
    [[nodiscard]] std::string translate_target(const std::string& target,
                                               NameDirection direction) const;
    /// Translates the field names in one `loc` of an error: `["body", "source", ...]`. `headers`
    /// are those of the whole contract.
    void rename_location(Json& loc, const NameBimap& headers, NameDirection direction) const;
};

/// Applies the vocabulary to one operation. Reports to the file: kInvalid (a path that loses a
/// parameter), and as SchemaNamesBuilder::for_body.
[[nodiscard]] OperationNames build_operation_names(const Operation& operation,
                                                   VocabularyFile& file,
                                                   SchemaNamesBuilder& builder);

}  // namespace plumbline
