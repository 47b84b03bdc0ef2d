#pragma once
// Changes of lists, of values of other records, and of values that earlier responses have shown.

#include "mock_server/faults/response_draft.hpp"
#include "mock_server/store/fixture_value.hpp"

#include <string>

namespace plumbline::mock {

/// Sets the value `from` another place of the body.
[[nodiscard]] ResponseAction read_copy(const FixtureValue& change, const std::string& pointer);
/// Leaves the first `items` of a list.
[[nodiscard]] ResponseAction read_truncate(const FixtureValue& change, const std::string& pointer);
/// Appends `to`, or the value `from` another place, to a list.
[[nodiscard]] ResponseAction read_insert(const FixtureValue& change, const std::string& pointer);
/// Shows in each item the value of the next one, in the last item that of the first.
[[nodiscard]] ResponseAction read_rotate(const FixtureValue& change, const std::string& pointer);
/// Shows the value of the first response, or of the previous one, that showed the item with the
/// same id (`by`).
[[nodiscard]] ResponseAction read_hold(const FixtureValue& change, const std::string& pointer);
/// Writes texts in another form (`as`).
[[nodiscard]] ResponseAction read_rewrite(const FixtureValue& change, const std::string& pointer);

}  // namespace plumbline::mock
