#include "spec/names/reserved.hpp"

#include "spec/base/text.hpp"

#include <algorithm>
#include <array>

namespace plumbline {
namespace {

struct Reserved {
    std::string_view name;
    std::string_view why;
};

constexpr std::string_view kHttp = "clients, proxies and servers read this header themselves";
constexpr std::string_view kScheme =
    "its value begins with a scheme, and a vocabulary changes names only";
constexpr std::string_view kControl =
    "the control interface of a mock takes its token in this header";

/// In lower case.
constexpr std::array kHeaders = {
    Reserved{"accept", kHttp},
    Reserved{"accept-encoding", kHttp},
    Reserved{"accept-language", kHttp},
    Reserved{"authorization", kScheme},
    Reserved{"connection", kHttp},
    Reserved{"content-encoding", kHttp},
    Reserved{"content-length", kHttp},
    Reserved{"content-type", kHttp},
    Reserved{"cookie", kHttp},
    Reserved{"date", kHttp},
    Reserved{"expect", kHttp},
    Reserved{"host", kHttp},
    Reserved{"keep-alive", kHttp},
    Reserved{"last-event-id", kHttp},
    Reserved{"proxy-authorization", kScheme},
    Reserved{"proxy-connection", kHttp},
    Reserved{"range", kHttp},
    Reserved{"set-cookie", kHttp},
    Reserved{"te", kHttp},
    Reserved{"trailer", kHttp},
    Reserved{"transfer-encoding", kHttp},
    Reserved{"upgrade", kHttp},
    Reserved{"user-agent", kHttp},
    Reserved{"via", kHttp},
    Reserved{"x-plumbline-token", kControl},
};

/// Segments with which no path may begin.
constexpr std::array kFirstSegments = {
    Reserved{"_plumbline", "a mock has its control interface there"},
    Reserved{"w", "a mock has its workspaces there (/w/ID)"},
};

template <std::size_t kCount>
std::string_view why(const std::array<Reserved, kCount>& table, std::string_view name) {
    const auto found = std::find_if(table.begin(), table.end(), [&](const Reserved& reserved) {
        return reserved.name == name;
    });
    return found == table.end() ? "" : found->why;
}

}  // namespace

std::string_view why_reserved_header(std::string_view name) {
    return why(kHeaders, to_lower(name));
}

std::string_view why_reserved_path(std::string_view path) {
    const auto segments = split(path, '/');  // the first is empty: a path begins with a slash
    const bool has_dots = std::any_of(segments.begin(), segments.end(), [](std::string_view part) {
        return part == "." || part == "..";
    });
    if (has_dots) return "clients resolve . and .. before they send a path";
    return segments.size() > 1 ? why(kFirstSegments, segments[1]) : "";
}

}  // namespace plumbline
