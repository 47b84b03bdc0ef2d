#pragma once
// The kinds of changes of a response: what each does with the draft of the response.

#include "mock_server/faults/response_draft.hpp"
#include "mock_server/store/fixture_value.hpp"

#include <span>
#include <string>
#include <string_view>

namespace plumbline::mock {

/// The member of a change with its kind: {KEY: pointer, header or status, "to": ...}.
struct ChangeRow {
    std::string_view key;
    bool needs_to;
    ResponseAction (*read)(const FixtureValue& node, const std::string& key);
};

/// The value that a change writes: `to`, or the one at the pointer `from` of the body.
class NewValue {
  public:
    explicit NewValue(const FixtureValue& change)
        : value_(change.at("to").shared()), from_(change.text("from")) {}

    /// Returns the value; null if the body has none at `from`.
    [[nodiscard]] Json in(const Json& body) const;

  private:
    SharedJson value_;
    std::string from_;
};

/// Changes of single values, and values of other places or responses.
[[nodiscard]] std::span<const ChangeRow> value_changes();
/// Changes of lists.
[[nodiscard]] std::span<const ChangeRow> list_changes();

}  // namespace plumbline::mock
