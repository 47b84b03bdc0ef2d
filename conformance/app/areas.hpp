#pragma once
// The areas that a target's URLs are for, as API documents and profiles name them.

#include <array>

namespace plumbline::app {

inline constexpr const char* kControlPlane = "control_plane";
inline constexpr const char* kBulkExport = "bulk_export";
inline constexpr const char* kAgentStreaming = "agent_streaming";
inline constexpr std::array<const char*, 3> kAreas{kControlPlane, kBulkExport, kAgentStreaming};

}  // namespace plumbline::app
