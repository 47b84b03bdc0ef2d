#pragma once
// The definitions of state machines: states, effects, incidents, what faults override, checks.

#include "mock_server/lifecycle/definition/effect.hpp"
#include "mock_server/lifecycle/definition_checks.hpp"
#include "mock_server/lifecycle/fault_overrides.hpp"
#include "mock_server/lifecycle/state_model.hpp"
