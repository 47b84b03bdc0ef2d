#pragma once
// The operations of the control interface.

#include "mock_server/control/control.hpp"
#include "mock_server/control/simulation_calls.hpp"
