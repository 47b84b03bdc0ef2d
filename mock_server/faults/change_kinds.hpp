#pragma once
// The kinds of changes of a response: what each does with the draft of the response.

#include "mock_server/response/engine_response.hpp"
#include "mock_server/store/fixture_value.hpp"
#include "spec/http/message.hpp"
#include "spec/json/json_fwd.hpp"
#include "spec/json/pointer.hpp"

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace plumbline::mock {

/// A response being changed.
struct ResponseDraft {
    int status = 0;
    http::Headers headers;
    std::shared_ptr<Json> body;  ///< null if there is none
    std::string text;            ///< replaces the body, if not empty
    std::string stream;          ///< replaces the body by an event stream, if not empty
};

using ResponseAction = std::function<void(ResponseDraft&)>;
using BodyAction = std::function<void(Json& body, const JsonPointer& at)>;
using ItemTest = std::function<bool(const Json& item)>;

/// The member of a change with its kind: {KEY: pointer, header or status, "to": ...}.
struct ChangeRow {
    std::string_view key;
    bool needs_to;
    ResponseAction (*read)(const FixtureValue& node, const std::string& key);
};

/// Returns the test of the members `where` and `unless`, which compare values at pointers.
[[nodiscard]] ItemTest read_item_test(const FixtureValue& node);

/// Calls `act` with every pointer of the body that `pointer` matches and whose last item passes the
/// test; the last one first, so that it may be removed.
void for_each_match(Json& body,
                    const JsonPointer& pointer,
                    const BodyAction& act,
                    const ItemTest& test);

/// Returns a change of the values at a pointer, which may contain `*` for every item of an array.
/// `where` and `unless` of the change select items.
[[nodiscard]] ResponseAction change_body(const FixtureValue& node,
                                         const std::string& pointer,
                                         BodyAction act);

/// Changes of single values, and values of other places or responses.
[[nodiscard]] std::span<const ChangeRow> value_changes();
/// Changes of lists.
[[nodiscard]] std::span<const ChangeRow> list_changes();

}  // namespace plumbline::mock
