#include "spec/json/size.hpp"

#include <nlohmann/json.hpp>

namespace plumbline {

std::size_t size_in_memory(const Json& value, std::size_t enough) {
    constexpr std::size_t kMember = 96;  // a node of the map, with its name
    std::size_t size = sizeof(Json);
    if (value.is_string()) return size + value.get_ref<const std::string&>().size();
    if (value.is_object()) {
        for (const auto& [name, member] : value.items()) {
            if (size > enough) break;
            size += kMember + name.size() + size_in_memory(member, enough - size);
        }
    }
    if (value.is_array()) {
        for (const Json& item : value) {
            if (size > enough) break;
            size += size_in_memory(item, enough - size);
        }
    }
    return size;
}

}  // namespace plumbline
