#pragma once
// The areas of the contract, as API documents and profiles name them: each has its own base URL.

#include <array>

namespace plumbline::app {

inline constexpr const char* kControlPlane = "control_plane";
inline constexpr const char* kBulkExport = "bulk_export";
inline constexpr const char* kAgentStreaming = "agent_streaming";
inline constexpr std::array<const char*, 3> kAreas{kControlPlane, kBulkExport, kAgentStreaming};

}  // namespace plumbline::app
