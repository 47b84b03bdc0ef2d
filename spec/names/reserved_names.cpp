#include "spec/names/reserved_names.hpp"

#include "spec/base/text.hpp"

#include <algorithm>
#include <array>

namespace plumbline {
namespace {

struct ReservedName {
    std::string_view name;
    std::string_view reason;
};

constexpr std::string_view kHttpReason = "clients, proxies and servers interpret this header";
constexpr std::string_view kSchemeReason =
    "its value begins with a scheme, and a vocabulary changes names only";
constexpr std::string_view kControlReason =
    "the control interface of a mock reads its token from this header";

/// Reserved headers in lower case.
constexpr std::array kReservedHeaders = {
    ReservedName{"accept", kHttpReason},
    ReservedName{"accept-encoding", kHttpReason},
    ReservedName{"accept-language", kHttpReason},
    ReservedName{"authorization", kSchemeReason},
    ReservedName{"connection", kHttpReason},
    ReservedName{"content-encoding", kHttpReason},
    ReservedName{"content-length", kHttpReason},
    ReservedName{"content-type", kHttpReason},
    ReservedName{"cookie", kHttpReason},
    ReservedName{"date", kHttpReason},
    ReservedName{"expect", kHttpReason},
    ReservedName{"host", kHttpReason},
    ReservedName{"keep-alive", kHttpReason},
    ReservedName{"last-event-id", kHttpReason},
    ReservedName{"proxy-authorization", kSchemeReason},
    ReservedName{"proxy-connection", kHttpReason},
    ReservedName{"range", kHttpReason},
    ReservedName{"set-cookie", kHttpReason},
    ReservedName{"te", kHttpReason},
    ReservedName{"trailer", kHttpReason},
    ReservedName{"transfer-encoding", kHttpReason},
    ReservedName{"upgrade", kHttpReason},
    ReservedName{"user-agent", kHttpReason},
    ReservedName{"via", kHttpReason},
    ReservedName{"x-plumbline-token", kControlReason},
};

/// Segments with which a path must not begin.
constexpr std::array kReservedFirstSegments = {
    ReservedName{"_plumbline", "a mock has its control interface there"},
    ReservedName{"w", "a mock has its workspaces there (/w/ID)"},
};

template <std::size_t kCount>
std::string_view find_reason(const std::array<ReservedName, kCount>& table, std::string_view name) {
    const auto found = std::find_if(table.begin(), table.end(), [&](const ReservedName& reserved) {
        return reserved.name == name;
    });
    return found == table.end() ? "" : found->reason;
}

}  // namespace

std::string_view reserved_header_reason(std::string_view name) {
    return find_reason(kReservedHeaders, to_lower(name));
}

std::string_view reserved_path_reason(std::string_view path) {
    const auto segments = split(path, '/');  // the first is empty: a path begins with a slash
    const bool has_dots = std::any_of(segments.begin(), segments.end(), [](std::string_view part) {
        return part == "." || part == "..";
    });
    if (has_dots) return "clients resolve . and .. before they send a path";
    return segments.size() > 1 ? find_reason(kReservedFirstSegments, segments[1]) : "";
}

}  // namespace plumbline
