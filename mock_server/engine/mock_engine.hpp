#pragma once
// The engine of the mock, how it is made, and its stages before the action.

#include "mock_server/engine/engine.hpp"
#include "mock_server/engine/make_engine.hpp"
#include "mock_server/engine/stages.hpp"
