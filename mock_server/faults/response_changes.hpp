#pragma once
// How faults change a complete response.

#include "mock_server/response/engine_response.hpp"
#include "mock_server/store/fixture_value.hpp"
#include "spec/base/result.hpp"
#include "spec/json/json_fwd.hpp"

#include <functional>
#include <vector>

namespace plumbline::mock {

struct ResponseDraft;

/// A change of a response.
struct ResponseChange {
    std::function<void(ResponseDraft&)> apply;
    /// Applies to responses with these statuses; if empty, to every success.
    std::vector<int> statuses;
};

/// Reads the member "reply" of a fault. Errors: kInvalid, with position.
[[nodiscard]] Result<std::vector<ResponseChange>> read_response_changes(const FixtureValue& list);

/// Returns the response with those changes that apply to `status`. Of a stream only the head is
/// changed.
[[nodiscard]] EngineResponse with_changes(EngineResponse response,
                                          const std::vector<ResponseChange>& changes,
                                          int status);

}  // namespace plumbline::mock
