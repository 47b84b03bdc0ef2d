#include "conformance/cleanup/entry.hpp"

#include <algorithm>

namespace plumbline::cleanup {

const Kind* find_kind(const Header& header, const Entry& entry) {
    const auto found =
        std::find_if(header.kinds.begin(), header.kinds.end(), [&](const Kind& kind) {
            return kind.area == entry.area && kind.type == entry.type;
        });
    return found == header.kinds.end() ? nullptr : &*found;
}

std::string describe(const Entry& entry) {
    const std::string name = entry.name.empty() ? "" : " (" + entry.name + ')';
    return entry.type + ' ' + (entry.id.empty() ? "of unknown id" : entry.id) + name;
}

}  // namespace plumbline::cleanup
