#include "conformance/api_suite/generated_bodies.hpp"

#include "conformance/api_suite/request_parts.hpp"
#include "spec/json/print.hpp"

#include <nlohmann/json.hpp>

#include <memory>
#include <random>
#include <set>
#include <utility>

namespace plumbline::api_suite {
namespace {

/// Many of the bodies with several values are equal to others.
constexpr std::size_t kMaxMixings = 5 * kMixedBodies;

GeneratedBody generated(const std::string& name, Json body, bool is_valid) {
    return {id_of(name), std::make_shared<const Json>(std::move(body)), is_valid};
}

/// Creates the valid bodies of one schema.
class AcceptedBodies {
  public:
    explicit AcceptedBodies(const BodyModel& model) : model_(model) {
        printed_.insert(to_text(model.example));
    }

    std::vector<GeneratedBody> create(std::uint64_t seed) {
        add("smallest", *model_.smallest);
        for (const BodyMember& member : model_.members) add_values(member);
        std::mt19937_64 random(seed);
        std::size_t found = 0;
        for (std::size_t i = 0; i < kMaxMixings && found < kMixedBodies; ++i) {
            Json body = mixed(random);
            if (!model_.schema.accepts(body)) continue;
            found += add("mixed-" + std::to_string(found + 1), std::move(body)) ? 1 : 0;
        }
        return std::move(bodies_);
    }

  private:
    /// A member and its valid values.
    struct MemberValues {
        JsonPointer pointer;
        std::vector<SharedJson> values;
    };

    void add_values(const BodyMember& member) {
        const Json* example = find(model_.example, member.pointer);
        std::vector<NamedValue> values = bound_values(member, example);
        // The example itself, beside no other member that may be left out.
        if (example) values.emplace_back("given", std::make_shared<const Json>(*example));
        MemberValues valid{member.pointer, {}};
        for (const auto& [reason, value] : values) {
            Json body = *model_.smallest;
            const bool is_set = set_member(body, member.pointer, *value, model_.example);
            if (!is_set || !model_.schema.accepts(body)) continue;
            valid.values.push_back(value);
            add(member.name + '-' + reason, std::move(body));
        }
        if (!valid.values.empty()) members_with_values_.push_back(std::move(valid));
    }

    /// Returns the smallest body with about half of the members, each with one of its values.
    Json mixed(std::mt19937_64& random) const {
        Json body = *model_.smallest;
        for (const MemberValues& one : members_with_values_) {
            if (random() % 2 == 0) continue;
            const Json& value = *one.values[random() % one.values.size()];
            if (Json larger = body; set_member(larger, one.pointer, value, model_.example))
                body = std::move(larger);
        }
        return body;
    }

    /// Adds a valid body. Returns false if it is already there.
    bool add(const std::string& name, Json body) {
        if (!printed_.insert(to_text(body)).second) return false;
        bodies_.push_back(generated(name, std::move(body), true));
        return true;
    }

    const BodyModel& model_;
    std::vector<MemberValues> members_with_values_;
    std::set<std::string> printed_;
    std::vector<GeneratedBody> bodies_;
};

}  // namespace

std::optional<BodyModel> body_model(const ApiDocument& api,
                                    const std::string& schema,
                                    const Json& example) {
    const auto& compiled = api.schema(schema, MessageDirection::kRequest);
    if (schema.empty() || !compiled || !example.is_object()) return std::nullopt;
    std::vector<BodyMember> members = body_members(api.document(), schema, example);
    auto smallest = std::make_shared<const Json>(smallest_body(*compiled, members, example));
    return BodyModel{*compiled, example, std::move(members), std::move(smallest)};
}

std::vector<GeneratedBody> accepted_bodies(const BodyModel& model, std::uint64_t seed) {
    return AcceptedBodies(model).create(seed);
}

std::vector<GeneratedBody> refused_bodies(const BodyModel& model) {
    std::vector<GeneratedBody> bodies;
    const auto add = [&](const std::string& name, Json body) {
        if (!model.schema.accepts(body)) bodies.push_back(generated(name, std::move(body), false));
    };
    for (const BodyMember& member : model.members) {
        if (Json body = *model.smallest; remove_at(body, member.pointer))
            add(member.name + "-missing", std::move(body));
        for (const auto& [reason, value] : wrong_values(member.parts)) {
            Json body = *model.smallest;
            if (set_member(body, member.pointer, *value, model.example))
                add(member.name + '-' + reason, std::move(body));
        }
    }
    add("not-an-object", Json::array());
    return bodies;
}

}  // namespace plumbline::api_suite
