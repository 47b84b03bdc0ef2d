#pragma once
// Part of the precompiled headers: templates that most sources use are compiled once, in
// shared_templates.cpp, instead of in every source. Measured gain: a tenth of a debug compile.

#include <nlohmann/json.hpp>

#include <functional>
#include <map>
#include <string>
#include <vector>

#ifndef PLUMBLINE_SHARED_TEMPLATE
#define PLUMBLINE_SHARED_TEMPLATE extern template class
#endif

PLUMBLINE_SHARED_TEMPLATE std::basic_string<char>;
PLUMBLINE_SHARED_TEMPLATE std::vector<std::string>;
PLUMBLINE_SHARED_TEMPLATE nlohmann::basic_json<>;
PLUMBLINE_SHARED_TEMPLATE std::vector<nlohmann::json>;
PLUMBLINE_SHARED_TEMPLATE std::map<std::string, nlohmann::json, std::less<>>;
