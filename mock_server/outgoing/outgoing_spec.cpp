#include "mock_server/outgoing/outgoing_spec.hpp"

#include "spec/contract/openapi.hpp"
#include "spec/json/pointer.hpp"

#include <nlohmann/json.hpp>

#include <optional>

namespace plumbline::mock {
namespace {

using reading::OpenApiNode;

/// Returns the Operation Object, nothing if it cannot be found.
std::optional<OpenApiNode> operation_node(const ApiDocument& api, const Operation& operation) {
    const Document& document = api.document();
    const std::string path = "/paths/" + escape_pointer_token(operation.path.text());
    const Json* given = find(*document.root, std::string_view(path));
    if (!given) return std::nullopt;
    const auto item = reading::resolve_object(document, {given, path});
    if (!item) return std::nullopt;
    const Json* value = find(*item->value, std::string_view('/' + operation.member));
    if (!value) return std::nullopt;
    const auto node =
        reading::resolve_object(document, {value, item->pointer + '/' + operation.member});
    return node ? std::optional(*node) : std::nullopt;
}

/// Adds the requests of a Path Item Object.
void add_requests(const ApiDocument& api,
                  const std::string& name,
                  const std::string& url_expression,
                  const OpenApiNode& item,
                  std::vector<OutgoingSpec>& specs) {
    auto read = reading::read_path_item(api.document(), api.name(), item);
    if (!read) return;
    for (Operation& request : read->operations)
        specs.push_back({name, url_expression, std::move(request), &api});
}

}  // namespace

std::vector<OutgoingSpec> callbacks_of(const ApiDocument& api, const Operation& operation) {
    std::vector<OutgoingSpec> specs;
    const auto node = operation_node(api, operation);
    if (!node) return specs;
    for (const auto& [name, given] : node->members("callbacks")) {
        const auto callback = reading::resolve_object(api.document(), given);
        if (!callback) continue;
        for (const auto& [expression, item] : callback->members()) {
            if (!expression.starts_with("x-")) add_requests(api, name, expression, item, specs);
        }
    }
    return specs;
}

std::vector<OutgoingSpec> webhooks_of(const ApiDocument& api) {
    std::vector<OutgoingSpec> specs;
    const OpenApiNode root{api.document().root.get(), ""};
    for (const auto& [name, item] : root.members("webhooks"))
        add_requests(api, name, "", item, specs);
    return specs;
}

}  // namespace plumbline::mock
