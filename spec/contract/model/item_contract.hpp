#pragma once
// What a document says of the items of a sequence.

#include <map>
#include <string>
#include <vector>

namespace plumbline {

/// The items of a response that is a sequence: the events of a text/event-stream, the values of
/// JSON lines or of a JSON text sequence, the parts of a multipart body. Source: OpenAPI 3.2,
/// "Sequential Media Types" and "Encoding Usage and Restrictions"; extensions.schema.json,
/// x-stream.
struct ItemContract {
    std::string item_schema;  ///< pointer of `itemSchema`, "" if there is none
    /// Pointer of the schema of an event's data or of a value whose kind is not in `kinds`; "" if
    /// there is none.
    std::string data_schema;
    std::string kind_at;  ///< pointer of the kind in the data; "": it is the name of the event
    std::map<std::string, std::string, std::less<>> kinds;  ///< pointers of schemas by kind
    std::vector<std::string> end_markers;  ///< data of the item that ends the sequence
    /// Media types or ranges of the parts; empty if any is allowed. Source: `itemEncoding`.
    std::vector<std::string> part_types{};
    std::vector<std::string> unread{};  ///< pointers of keywords about parts that are not judged

    bool operator==(const ItemContract&) const = default;
    /// Returns the pointers of all schemas.
    [[nodiscard]] std::vector<std::string> schema_pointers() const;
};

}  // namespace plumbline
