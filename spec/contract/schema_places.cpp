// Where the schemas of an OpenAPI document stand: one row of kRows per member that leads to one.

#include "spec/contract/reading.hpp"
#include "spec/json/access.hpp"
#include "spec/json/pointer.hpp"

#include <nlohmann/json.hpp>

#include <array>

namespace plumbline::reading {
namespace {

/// The objects of OpenAPI that lead to schemas.
enum class Kind {
    kRoot,
    kComponents,
    kPathItem,
    kOperation,
    kParameter,  ///< and header
    kMessage,    ///< response, request body, encoding
    kMedia,
    kSchema,
};

/// How a member holds objects of a kind.
enum class Holds { kOne, kList, kMap, kMaps };

struct Row {
    Kind owner;
    std::string_view member;
    Holds holds;
    Kind kind;
};

constexpr std::array kRows{
    Row{Kind::kRoot, "components", Holds::kOne, Kind::kComponents},
    Row{Kind::kRoot, "paths", Holds::kMap, Kind::kPathItem},
    Row{Kind::kRoot, "webhooks", Holds::kMap, Kind::kPathItem},
    Row{Kind::kComponents, "schemas", Holds::kMap, Kind::kSchema},
    Row{Kind::kComponents, "parameters", Holds::kMap, Kind::kParameter},
    Row{Kind::kComponents, "headers", Holds::kMap, Kind::kParameter},
    Row{Kind::kComponents, "responses", Holds::kMap, Kind::kMessage},
    Row{Kind::kComponents, "requestBodies", Holds::kMap, Kind::kMessage},
    Row{Kind::kComponents, "pathItems", Holds::kMap, Kind::kPathItem},
    Row{Kind::kComponents, "callbacks", Holds::kMaps, Kind::kPathItem},
    Row{Kind::kPathItem, "parameters", Holds::kList, Kind::kParameter},
    Row{Kind::kPathItem, "get", Holds::kOne, Kind::kOperation},
    Row{Kind::kPathItem, "put", Holds::kOne, Kind::kOperation},
    Row{Kind::kPathItem, "post", Holds::kOne, Kind::kOperation},
    Row{Kind::kPathItem, "delete", Holds::kOne, Kind::kOperation},
    Row{Kind::kPathItem, "options", Holds::kOne, Kind::kOperation},
    Row{Kind::kPathItem, "head", Holds::kOne, Kind::kOperation},
    Row{Kind::kPathItem, "patch", Holds::kOne, Kind::kOperation},
    Row{Kind::kPathItem, "trace", Holds::kOne, Kind::kOperation},
    Row{Kind::kOperation, "parameters", Holds::kList, Kind::kParameter},
    Row{Kind::kOperation, "requestBody", Holds::kOne, Kind::kMessage},
    Row{Kind::kOperation, "responses", Holds::kMap, Kind::kMessage},
    Row{Kind::kOperation, "callbacks", Holds::kMaps, Kind::kPathItem},
    Row{Kind::kParameter, "schema", Holds::kOne, Kind::kSchema},
    Row{Kind::kParameter, "content", Holds::kMap, Kind::kMedia},
    Row{Kind::kMessage, "content", Holds::kMap, Kind::kMedia},
    Row{Kind::kMessage, "headers", Holds::kMap, Kind::kParameter},
    Row{Kind::kMedia, "schema", Holds::kOne, Kind::kSchema},
    Row{Kind::kMedia, "encoding", Holds::kMap, Kind::kMessage},
};

class Search {
  public:
    std::vector<std::string> run(const Json& root) {
        enter(Kind::kRoot, {&root, ""});
        return std::move(found_);
    }

  private:
    // What a `$ref` leads to is entered where it stands.
    void enter(Kind kind, const Place& place) {
        if (kind == Kind::kSchema) {
            found_.push_back(place.pointer);
            return;
        }
        for (const Row& row : kRows) {
            if (row.owner == kind && place.has(row.member)) {
                enter_all(row.holds, row.kind, place.child(row.member));
            }
        }
    }

    void enter_all(Holds holds, Kind kind, const Place& place) {
        if (holds == Holds::kOne) return enter(kind, place);
        if (holds == Holds::kList) {
            if (!place.node->is_array()) return;
            for (std::size_t i = 0; i < place.node->size(); ++i) {
                enter(kind, {&(*place.node)[i], place.pointer + '/' + std::to_string(i)});
            }
            return;
        }
        if (!place.node->is_object()) return;
        const Holds inner = holds == Holds::kMaps ? Holds::kMap : Holds::kOne;
        for (const auto& [name, value] : place.node->items()) {
            enter_all(inner, kind, {&value, place.pointer + '/' + escape_pointer_token(name)});
        }
    }

    std::vector<std::string> found_;
};

}  // namespace

std::vector<std::string> schema_places(const Document& document) {
    return Search().run(*document.root);
}

}  // namespace plumbline::reading
