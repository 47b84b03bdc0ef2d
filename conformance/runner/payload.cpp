#include "conformance/runner/payload.hpp"

#include "spec/json/pointer.hpp"

#include <nlohmann/json.hpp>

namespace plumbline::runner {
namespace {

using Places = std::vector<JsonPointer>;

/// Returns the places a query selects, inner ones first: what is changed within a place must not
/// be looked for once the place has changed.
Result<Places> selected_places(const expressions::Query& query,
                               const Json& payload,
                               const expressions::Scope& scope) {
    const auto path = query.with_values(scope);
    if (!path) return fail(path.error());
    JsonPathLimits limits;
    limits.max_nodes = expressions::kMaxSelected;
    const auto nodes = path->select(payload, limits);
    if (!nodes) return fail(nodes.error());
    if (nodes->empty()) return fail(ErrorCode::kNotFound, "it selects nothing of the payload");
    Places places;
    for (std::size_t i = nodes->size(); i > 0; --i) places.push_back((*nodes)[i - 1].pointer());
    return places;
}

Result<Places> places_of(const workflow::Replacement& replacement,
                         const Json& payload,
                         const expressions::Scope& scope) {
    if (replacement.query) return selected_places(*replacement.query, payload, scope);
    auto pointer = JsonPointer::parse(replacement.target);
    if (!pointer) return fail(pointer.error());
    return Places{*std::move(pointer)};
}

Result<void> replace(const workflow::Replacement& replacement,
                     const expressions::Scope& scope,
                     const Json& value,
                     Json& payload) {
    const auto places = places_of(replacement, payload, scope);
    if (!places) return fail(places.error());
    for (const JsonPointer& place : *places) {
        if (auto set = set_at(payload, place, value); !set) return set;
    }
    return {};
}

}  // namespace

Result<Json> payload_of(const workflow::Body& body, const expressions::Scope& scope) {
    auto payload = body.payload.evaluate(scope);
    if (!payload) return payload;
    for (const workflow::Replacement& replacement : body.replacements) {
        const auto value = replacement.value.evaluate(scope);
        if (!value) return value;
        const auto done = replace(replacement, scope, *value, *payload);
        if (!done) {
            return fail(done.error().code,
                        "replacement " + replacement.target + ": " + done.error().message,
                        replacement.where);
        }
    }
    return payload;
}

}  // namespace plumbline::runner
