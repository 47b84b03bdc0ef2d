#include "conformance/cleanup/entry.hpp"

#include <algorithm>

namespace plumbline::cleanup {

namespace {

bool has_parents(const Kind& kind, const std::map<std::string, std::string>& parents) {
    const auto& segments = kind.create.path.segments();
    const auto holes = std::count_if(
        segments.begin(), segments.end(), [](const auto& part) { return part.is_parameter; });
    return static_cast<std::size_t>(holes) == parents.size() &&
           kind.create.path.fill(parents).has_value();
}

}  // namespace

const Kind* find_kind(const Header& header, const Entry& entry) {
    const auto found =
        std::find_if(header.kinds.begin(), header.kinds.end(), [&](const Kind& kind) {
            return kind.area == entry.area && kind.type == entry.type &&
                   has_parents(kind, entry.parents);
        });
    return found == header.kinds.end() ? nullptr : &*found;
}

std::string describe(const Entry& entry) {
    const std::string name = entry.name.empty() ? "" : " (" + entry.name + ')';
    return entry.type + ' ' + (entry.id.empty() ? "of unknown id" : entry.id) + name;
}

}  // namespace plumbline::cleanup
