#pragma once
// Forward declaration of the JSON value. Headers include this; a .cpp that uses a value includes
// <nlohmann/json.hpp> itself (3 s of compile time each, so few do).

#include <nlohmann/json_fwd.hpp>

#include <memory>

namespace plumbline {

/// A JSON value. Never brace-initialise one from another: that creates an array with it.
using Json = nlohmann::json;

/// An immutable JSON value, shared between threads. Never null.
using SharedJson = std::shared_ptr<const Json>;

}  // namespace plumbline
