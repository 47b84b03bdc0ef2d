#include "conformance/api_suite/accepted_bodies.hpp"

#include "conformance/api_suite/body_members.hpp"
#include "conformance/api_suite/request_parts.hpp"
#include "spec/json/print.hpp"

#include <nlohmann/json.hpp>

#include <memory>
#include <random>
#include <set>

namespace plumbline::api_suite {
namespace {

/// Many of the bodies with several values are equal to others.
constexpr std::size_t kMaxMixings = 5 * kMixedBodies;

/// Creates the bodies for one schema.
class AcceptedBodies {
  public:
    AcceptedBodies(const ApiDocument& api, const std::string& schema, const Json& valid)
        : schema_(*api.schema(schema, MessageDirection::kRequest)),
          valid_(valid),
          members_(body_members(api.document(), schema, valid)),
          smallest_(smallest_body(schema_, members_, valid)) {
        printed_.insert(to_text(valid));
    }

    std::vector<AcceptedBody> create(std::uint64_t seed) {
        add("smallest", smallest_);
        for (const BodyMember& member : members_) add_values(member);
        std::mt19937_64 random(seed);
        std::size_t found = 0;
        for (std::size_t i = 0; i < kMaxMixings && found < kMixedBodies; ++i)
            found += add("mixed-" + std::to_string(found + 1), mixed(random)) ? 1 : 0;
        return std::move(bodies_);
    }

  private:
    /// A member and its valid values.
    struct MemberValues {
        JsonPointer pointer;
        std::vector<SharedJson> values;
    };

    void add_values(const BodyMember& member) {
        const Json* example = find(valid_, member.pointer);
        std::vector<NamedValue> values = bound_values(member, example);
        // The example itself, beside no other member that may be left out.
        if (example) values.emplace_back("given", std::make_shared<const Json>(*example));
        MemberValues valid{member.pointer, {}};
        for (const auto& [reason, value] : values) {
            Json body = smallest_;
            if (!set_member(body, member.pointer, *value, valid_) || !schema_.accepts(body))
                continue;
            valid.values.push_back(value);
            add(member.name + '-' + reason, std::move(body));
        }
        if (!valid.values.empty()) members_with_values_.push_back(std::move(valid));
    }

    /// Returns the smallest body with about half of the members, each with one of its values.
    Json mixed(std::mt19937_64& random) const {
        Json body = smallest_;
        for (const MemberValues& one : members_with_values_) {
            if (random() % 2 == 0) continue;
            const Json& value = *one.values[random() % one.values.size()];
            if (Json larger = body; set_member(larger, one.pointer, value, valid_))
                body = std::move(larger);
        }
        return body;
    }

    /// Returns false if the body is not valid, or is already there.
    bool add(const std::string& name, Json body) {
        if (!schema_.accepts(body) || !printed_.insert(to_text(body)).second) return false;
        bodies_.push_back({id_of(name), std::make_shared<const Json>(std::move(body))});
        return true;
    }

    const Schema& schema_;
    const Json& valid_;
    const std::vector<BodyMember> members_;
    const Json smallest_;
    std::vector<MemberValues> members_with_values_;
    std::set<std::string> printed_;
    std::vector<AcceptedBody> bodies_;
};

}  // namespace

std::vector<AcceptedBody> accepted_bodies(const ApiDocument& api,
                                          const std::string& schema,
                                          const Json& valid,
                                          std::uint64_t seed) {
    const bool is_usable = !schema.empty() && valid.is_object() &&
                           api.schema(schema, MessageDirection::kRequest).has_value();
    if (!is_usable) return {};
    return AcceptedBodies(api, schema, valid).create(seed);
}

}  // namespace plumbline::api_suite
