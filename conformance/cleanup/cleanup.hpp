#pragma once
// The resources that runs create at a target: their journal, and their removal.

#include "conformance/cleanup/circuit_breaker.hpp"
#include "conformance/cleanup/journal.hpp"
#include "conformance/cleanup/journal_files.hpp"
#include "conformance/cleanup/journaling_client.hpp"
#include "conformance/cleanup/removal.hpp"
