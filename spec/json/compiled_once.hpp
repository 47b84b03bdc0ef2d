#pragma once
// Keeps a debug build from compiling the JSON class in every source that uses it: compiled_once.cpp
// does it for all. Part of the precompiled headers (cmake/modules.cmake), included nowhere else.

#include "spec/json/json_fwd.hpp"

#include <nlohmann/json.hpp>

#include <vector>

extern template class nlohmann::basic_json<plumbline::Members>;
extern template class std::vector<plumbline::Json>;
