#pragma once
// Process and environment: a mock as child process, interrupts, secrets, shards.

#include "conformance/host/child_mock.hpp"
#include "conformance/host/interrupt.hpp"
#include "conformance/host/secret_variable.hpp"
#include "conformance/host/shard_variables.hpp"
