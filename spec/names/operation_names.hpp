#pragma once
// What one operation is called by them: path, query parameters, bodies.

#include "spec/contract/contract.hpp"
#include "spec/http/path_template.hpp"
#include "spec/names/shape.hpp"

#include <map>
#include <string>
#include <string_view>

namespace plumbline {

/// One operation in both names. The shapes belong to a Shapes.
struct OperationNames {
    const Operation* operation = nullptr;
    http::PathTemplate their_path;
    NameMap parameters;                                ///< of the query
    std::map<std::string, const Shape*> query_values;  ///< by our name of the parameter
    const Shape* request = nullptr;
    std::map<std::string, const Shape*> responses;            ///< by status as declared: 200, 4XX
    std::map<std::string, const Shape*, std::less<>> events;  ///< of a stream, by their names
    std::map<std::string, const Shape*, std::less<>> modes;   ///< the same by modes

    [[nodiscard]] const Shape* response(int status) const;
    /// Returns a target in other names; one whose path is not this operation's keeps it.
    [[nodiscard]] std::string target(const std::string& target, Toward toward) const;
    /// Changes the field names in one `loc` of an error: `["body", "source", ...]`. `headers` are
    /// those of the whole contract.
    void rename_location(Json& loc, const NameMap& headers, Toward toward) const;
};

/// Works the vocabulary into one operation. Errors: kInvalid (a path that loses a parameter), and
/// as Shapes::of_body.
[[nodiscard]] Result<OperationNames> names_of(const Operation& operation,
                                              VocabularyFile& file,
                                              Shapes& shapes);

}  // namespace plumbline
