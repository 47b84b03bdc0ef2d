#pragma once
// What existing deployments, listeners and integrations show about deployment sources. No I/O.

#include "conformance/discovery/discovery.hpp"

#include <string>
#include <vector>

namespace plumbline::discovery {

/// What a control plane lists, in contract names.
struct ControlPlaneRecords {
    std::vector<SharedJson> deployments;
    std::vector<SharedJson> listeners;
    std::string integration_id;  ///< "" if there is none
};

/// Sets `hosting` (unless `given` is not empty) and `sources`: a source with all the members that a
/// deployment needs is a value, another one a proposal with its missing members.
void add_sources(const ControlPlaneRecords& records,
                 const std::string& given_hosting,
                 bool has_prefix,
                 Discovery& found);

}  // namespace plumbline::discovery
