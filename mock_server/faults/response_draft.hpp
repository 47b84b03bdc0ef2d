#pragma once
// A response being changed by faults, and the values of its body that a change is about.

#include "mock_server/store/fixture_value.hpp"
#include "spec/http/message.hpp"
#include "spec/json/json_fwd.hpp"
#include "spec/json/pointer.hpp"

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace plumbline::mock {

/// A response being changed.
struct ResponseDraft {
    int status = 0;
    http::Headers headers;
    std::shared_ptr<Json> body;  ///< null if there is none
    std::string text;            ///< replaces the body, if not empty
    std::string stream;          ///< replaces the body by an event stream, if not empty
    std::string raw;             ///< as EngineResponse::raw
};

using ResponseAction = std::function<void(ResponseDraft&)>;
using BodyAction = std::function<void(Json& body, const JsonPointer& at)>;

/// A place in a body that a pattern matches.
struct BodyMatch {
    JsonPointer at;
    JsonPointer item;  ///< the item of the last `*`, `**` or `-`; without one, the body
};

/// The places that a change is about: a pointer in which `*` is every item of an array, `-` its
/// last item and `**` every member of an object; of these, only those in an item with certain
/// values and without certain other ones.
class BodyPattern {
  public:
    /// Reads `where` and `unless` of a change: {POINTER IN THE ITEM: a value or a list of values}.
    /// An absent value is like null.
    BodyPattern(const FixtureValue& change, const std::string& pointer);

    /// Returns the places, the last one first, so that removing one moves no other.
    [[nodiscard]] std::vector<BodyMatch> matches_in(const Json& body) const;

  private:
    /// The expected values, by pointer in the item.
    using ExpectedValues = std::map<std::string, SharedJson>;
    static ExpectedValues read_expected(const FixtureValue& condition);
    static bool has_one_of(const Json& body,
                           const JsonPointer& item,
                           const ExpectedValues::value_type& expected);

    JsonPointer pointer_;
    ExpectedValues where_;
    ExpectedValues unless_;
};

/// Returns a change that acts on every place of the pattern.
[[nodiscard]] ResponseAction change_body(const FixtureValue& change,
                                         const std::string& pointer,
                                         BodyAction act);

}  // namespace plumbline::mock
