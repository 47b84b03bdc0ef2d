#pragma once
// What an OpenAPI document is about: its resource types, and what each operation does with them.

#include "spec/contract/contract.hpp"

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline {

/// What an operation does. Source: x-operation-kind; otherwise inferred from method, path and
/// schemas.
enum class OperationKind {
    kCreate,
    kList,
    kRead,
    kReplace,  ///< PUT of a whole record
    kPatch,
    kDelete,
    kStream,   ///< responds with a stream of events or items
    kExample,  ///< anything else: the response is an example
};
[[nodiscard]] std::string_view to_text(OperationKind kind);
[[nodiscard]] std::optional<OperationKind> parse_operation_kind(std::string_view text);

/// A type of records that an API has, with the path of its collection.
struct ResourceType {
    std::string name;         ///< `book`
    std::string collection;   ///< unique: `books`; of children with their parent, `authors/books`
    std::string path;         ///< path template of the collection: `/authors/{author_id}/books`
    std::string parent{};     ///< collection of the parent records, "" if there is none
    std::string id_member{};  ///< member of a record with its id, "" if it has none
    std::string id_schema{};  ///< pointer of the schema of ids, "" if none is declared
    std::string record_schema{};     ///< pointer of the schema of a record, "" if none is declared
    bool client_chooses_id = false;  ///< requests that create a record must have the id
};

/// A query parameter that selects records by a member.
struct MemberFilter {
    std::string parameter;
    std::string member;
};

/// The query parameters of a list by their meaning, and the members of its body around the records;
/// "" for those it lacks.
struct ListConventions {
    std::string limit{};            ///< the number of records of a page
    std::string offset{};           ///< the number of records before the page
    std::string page{};             ///< the number of the page
    std::string cursor{};           ///< the place where the page begins, from the page before
    std::string order{};            ///< a member to sort by, `-` before it for descending order
    std::string search{};           ///< a text that a member of the record contains
    std::string total_member{};     ///< the number of all records that are selected
    std::string count_member{};     ///< the number of records on the page
    std::string next_member{};      ///< the cursor of the next page
    std::string has_more_member{};  ///< whether there is a next page
    std::string limit_member{};     ///< what the parameters of these meanings were
    std::string offset_member{};
    std::string page_member{};
    std::size_t first_page = 1;
    std::size_t default_limit = 0;  ///< 0 if the document has none
    std::vector<MemberFilter> filters{};
};

/// The name of a meaning in fixtures, and its member.
struct ListMeaning {
    std::string_view text;
    std::string ListConventions::*name;
};
inline constexpr std::array<ListMeaning, 13> kListMeanings{{
    {"limit", &ListConventions::limit},
    {"offset", &ListConventions::offset},
    {"page", &ListConventions::page},
    {"cursor", &ListConventions::cursor},
    {"order", &ListConventions::order},
    {"search", &ListConventions::search},
    {"total_member", &ListConventions::total_member},
    {"count_member", &ListConventions::count_member},
    {"next_member", &ListConventions::next_member},
    {"has_more_member", &ListConventions::has_more_member},
    {"limit_member", &ListConventions::limit_member},
    {"offset_member", &ListConventions::offset_member},
    {"page_member", &ListConventions::page_member},
}};

/// What one operation does, and why.
struct OperationRole {
    const Operation* operation = nullptr;
    OperationKind kind = OperationKind::kExample;
    std::size_t resource = kNoResource;  ///< index in ResourceModel::resources
    bool is_below_record = false;        ///< its path continues that of a record, which must exist
    std::string id_parameter{};          ///< path parameter of the record's id, "" if there is none
    std::string parent_parameter{};      ///< path parameter of the parent's id
    int status = 200;                    ///< of a success
    std::string response_schema{};       ///< pointer of the schema of its body, "" if none
    std::string
        body_pointer{};  ///< where the body of a success has the record or the list: `/data`
    ListConventions list{};
    std::string reason{};

    static constexpr std::size_t kNoResource = static_cast<std::size_t>(-1);
    [[nodiscard]] bool has_resource() const { return resource != kNoResource; }
};

/// The resource types of an API document and the role of each operation, in its order.
struct ResourceModel {
    std::vector<ResourceType> resources;
    std::vector<OperationRole> operations;

    [[nodiscard]] const ResourceType* resource_of(const OperationRole& role) const {
        return role.has_resource() ? &resources[role.resource] : nullptr;
    }
};

/// Returns a name in lower case without separators: `page_size`, `pageSize`, `page-size` and
/// `$pageSize` are one.
[[nodiscard]] std::string plain_name(std::string_view name);

/// Returns the pointer of the schema of the JSON request body, "" if there is none. A JSON Patch is
/// no body of a record.
[[nodiscard]] std::string request_schema(const Operation& operation);

/// Infers the model of an API document, which it borrows. Paths that end with a parameter are those
/// of records; the path before is that of their collection. `x-operation-kind` and `x-resource` of
/// an operation take precedence.
[[nodiscard]] ResourceModel infer_resources(const ApiDocument& api);

}  // namespace plumbline
