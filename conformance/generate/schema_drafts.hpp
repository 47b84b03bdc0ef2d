#pragma once
// How cases of schema keywords begin.

#include "conformance/generate/maker.hpp"

#include <optional>
#include <string>
#include <vector>

namespace plumbline::generate {

using Keywords = std::vector<std::string>;

/// Returns the draft of a case about a keyword of a place; it counts for what the contract names
/// there.
[[nodiscard]] Draft draft_at(Maker& maker,
                             const BodyPlace& place,
                             std::string rule,
                             const std::string& keyword);

/// Adds a case that puts `bad` where a valid body has something else: `good`, if that is given. It
/// breaks one of the keywords, or several.
void refuse(Maker& maker,
            const BodyPlace& place,
            const std::string& rule,
            const Keywords& keywords,
            const Json& bad,
            const SharedJson& good = nullptr);

/// Returns the draft of a case that sends `value` (null: what a body has there), and finds it in
/// the answer. Borrows maker and place.
[[nodiscard]] Draft accepting(Maker& maker,
                              const BodyPlace& place,
                              const std::string& rule,
                              const std::string& keyword,
                              const SharedJson& value = nullptr);
/// Adds that case; returns whether there is one.
bool accept(Maker& maker,
            const BodyPlace& place,
            const std::string& rule,
            const std::string& keyword,
            const SharedJson& value = nullptr);

}  // namespace plumbline::generate
