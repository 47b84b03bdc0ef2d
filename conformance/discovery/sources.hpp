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

/// Sets `hosting`: to `given_hosting`, or if that is empty to what the records show. Sets
/// `sources`: one for which all required members were found is a value; another one is a proposal,
/// and its missing members are in `found.missing`.
void add_sources(const ControlPlaneRecords& records,
                 const std::string& given_hosting,
                 bool has_prefix,
                 Discovery& found);

}  // namespace plumbline::discovery
