#pragma once
// Where the bodies of responses have records, as their schemas tell.

#include "spec/contract/contract.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline {

/// The success response of an operation that the mock sends and a client expects.
struct SuccessResponse {
    int status = 200;
    std::string schema{};    ///< pointer of the schema of its JSON body, "" if it has none
    bool is_stream = false;  ///< server-sent events, or a sequence of items
    bool has_content = false;
};

/// Returns the declared success response: with the first of the preferred statuses that is
/// declared, else the lowest; 200 without content if none is declared.
[[nodiscard]] SuccessResponse success_response(const Operation& operation,
                                               const std::vector<int>& preferred);

/// Where a value has a part, and the schema of the part.
struct RecordLocation {
    std::string pointer;  ///< in the value
    std::string schema;   ///< pointer of the schema in the document
};

/// Returns where a body with this schema has a list of objects: the body itself, or one of its
/// members; of several, the one with a usual name or that of the collection. Nothing if it has
/// none. `schema` of the part is that of the items.
[[nodiscard]] std::optional<RecordLocation> list_in(const ApiDocument& api,
                                                    const std::string& schema,
                                                    std::string_view collection);

/// Returns where a body with this schema has a record: a member with a usual name for it, else the
/// body itself. Nothing if it is no object.
[[nodiscard]] std::optional<RecordLocation> record_in(const ApiDocument& api,
                                                      const std::string& schema,
                                                      std::string_view resource);

/// Returns the names of the scalar members that a schema declares.
[[nodiscard]] std::vector<std::string> scalar_members(const ApiDocument& api,
                                                      const std::string& schema);
/// Returns whether a schema requires a member that requests may have.
[[nodiscard]] bool requires_from_client(const ApiDocument& api,
                                        const std::string& schema,
                                        const std::string& member);
/// Returns the pointer of the schema of a member, "" if it is not declared.
[[nodiscard]] std::string member_schema(const ApiDocument& api,
                                        const std::string& schema,
                                        const std::string& member);

}  // namespace plumbline
