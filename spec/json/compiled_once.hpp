#pragma once
// Keeps a debug build from compiling the JSON class in every source that uses it: compiled_once.cpp
// does it for all. Part of the precompiled headers (cmake/modules.cmake), included nowhere else.

#include "spec/json/json_fwd.hpp"

#include <nlohmann/json.hpp>

#include <vector>

/// Edits copies of the members' names, which a Name does not have done to it; nobody needs it.
template <>
plumbline::Json plumbline::Json::flatten() const = delete;

extern template class nlohmann::basic_json<plumbline::Members>;
extern template class std::vector<plumbline::Json>;
