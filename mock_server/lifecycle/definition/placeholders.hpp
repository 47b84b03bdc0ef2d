#pragma once
// The placeholders of effects and responses, {NAME} or {NAME:ARGUMENT}: where they are available,
// and their values.

#include "mock_server/store/fixture_value.hpp"
#include "mock_server/store/store.hpp"
#include "spec/base/result.hpp"
#include "spec/json/json_fwd.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline::mock {

struct Simulation;

/// Context in which effects run.
struct EffectContext {
    bool triggers_revision = true;   ///< the request creates a new revision
    const Json* payload = nullptr;   ///< payload of the request or event, null if there is none
    const Json* previous = nullptr;  ///< the record before the request, null if it did not exist
};

/// The placeholders available: those of the record; those of the record and of the request that
/// runs the effects; or only those that need no record.
enum class PlaceholderScope { kRecord, kRequest, kNoRecord };

/// Checks that a value contains only placeholders that are available in `scope` or listed in
/// `also`. Errors: kInvalid, with position.
[[nodiscard]] Result<void> check_placeholders(const FixtureValue& node,
                                              PlaceholderScope scope = PlaceholderScope::kRecord,
                                              const std::vector<std::string>& also = {});

/// Returns the value of the placeholder `name`, or nothing if the name is unknown. `self` is null
/// without a record; placeholders of a record then have no value.
[[nodiscard]] std::optional<Json> placeholder_value(Simulation& simulation,
                                                    std::string_view name,
                                                    const Record* self,
                                                    const EffectContext& context = {});

}  // namespace plumbline::mock
