#pragma once
// The JSON value by name only. Headers include this; a .cpp that looks inside a value includes
// <nlohmann/json.hpp> itself (3 s of compile time each, so few do).

#include "spec/json/members.hpp"

#include <nlohmann/json_fwd.hpp>

#include <memory>

namespace plumbline {

/// A JSON value. Never brace-initialise one from another: that makes an array of it.
using Json = nlohmann::basic_json<Members>;

/// A JSON value that nobody changes any more, shared freely between threads. Never null.
using SharedJson = std::shared_ptr<const Json>;

}  // namespace plumbline
