#pragma once
// Reads OpenAPI documents below the level of operations: nodes, credentials, linked files.

#include "spec/contract/credential_locations.hpp"
#include "spec/contract/link_files.hpp"
#include "spec/contract/model/content_form.hpp"
#include "spec/contract/reading.hpp"
#include "spec/contract/secret_places.hpp"
