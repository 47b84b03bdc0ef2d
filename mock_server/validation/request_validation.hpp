#pragma once
// Validates requests: credentials, parameters, bodies.

#include "mock_server/validation/body.hpp"
#include "mock_server/validation/credentials.hpp"
#include "mock_server/validation/parameters.hpp"
