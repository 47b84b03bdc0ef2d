#include "conformance/api_suite/refused_bodies.hpp"

#include "conformance/api_suite/body_members.hpp"
#include "conformance/api_suite/request_parts.hpp"

#include <nlohmann/json.hpp>

#include <memory>
#include <utility>

namespace plumbline::api_suite {

std::vector<RefusedBody> refused_bodies(const ApiDocument& api,
                                        const std::string& schema,
                                        const Json& valid) {
    std::vector<RefusedBody> bodies;
    const auto& compiled = api.schema(schema, MessageDirection::kRequest);
    if (schema.empty() || !compiled || !valid.is_object()) return bodies;
    const auto add = [&](const std::string& name, Json body) {
        if (compiled->accepts(body)) return;
        bodies.push_back({id_of(name), std::make_shared<const Json>(std::move(body))});
    };
    const std::vector<BodyMember> members = body_members(api.document(), schema, valid);
    const Json smallest = smallest_body(*compiled, members, valid);
    for (const BodyMember& member : members) {
        if (Json body = smallest; remove_at(body, member.pointer))
            add(member.name + "-missing", std::move(body));
        for (const auto& [reason, value] : wrong_values(member.parts)) {
            Json body = smallest;
            if (set_member(body, member.pointer, *value, valid))
                add(member.name + '-' + reason, std::move(body));
        }
    }
    add("not-an-object", Json::array());
    return bodies;
}

}  // namespace plumbline::api_suite
