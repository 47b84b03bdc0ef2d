// Reads the Server Objects of an OpenAPI document.

#include "spec/contract/contract.hpp"
#include "spec/contract/reading.hpp"
#include "spec/json/access.hpp"

#include <nlohmann/json.hpp>

namespace plumbline {

std::string server_url_of(const Json& server) {
    const std::string written = string_or(server, "url", "");
    const Json* variables = member(server, "variables");
    std::string url;
    std::string_view rest = written;
    while (!rest.empty()) {
        const std::size_t open = rest.find('{');
        const std::size_t close = rest.find('}', open);
        url += rest.substr(0, open);
        if (open == std::string_view::npos || close == std::string_view::npos) return url;
        const std::string name(rest.substr(open + 1, close - open - 1));
        const Json* variable = variables ? member(*variables, name) : nullptr;
        if (!variable) return "";
        url += string_or(*variable, "default", "");
        rest.remove_prefix(close + 1);
    }
    return url;
}

namespace reading {

std::string read_server_url(const OpenApiNode& owner) {
    const Json* server = find(*owner.value, std::string_view("/servers/0"));
    return server ? server_url_of(*server) : "";
}

}  // namespace reading
}  // namespace plumbline
