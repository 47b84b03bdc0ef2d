#include "conformance/runner/request/payload.hpp"

#include "spec/json/pointer.hpp"

#include <nlohmann/json.hpp>

namespace plumbline::runner {
namespace {

using PointerList = std::vector<JsonPointer>;

/// Returns the locations that a query selects, inner ones first: an inner location might no longer
/// exist once an outer one is replaced.
Result<PointerList> selected_pointers(const expressions::JsonPathTemplate& query,
                                      const Json& payload,
                                      const expressions::Scope& scope) {
    const auto path = query.with_values(scope);
    if (!path) return fail(path.error());
    JsonPathLimits limits;
    limits.max_nodes = expressions::kMaxSelectedNodes;
    const auto nodes = path->select(payload, limits);
    if (!nodes) return fail(nodes.error());
    if (nodes->empty()) return fail(ErrorCode::kNotFound, "it selects nothing of the payload");
    PointerList pointers;
    for (std::size_t i = nodes->size(); i > 0; --i) pointers.push_back((*nodes)[i - 1].pointer());
    return pointers;
}

Result<PointerList> target_pointers(const workflow::PayloadReplacement& replacement,
                                    const Json& payload,
                                    const expressions::Scope& scope) {
    if (replacement.query) return selected_pointers(*replacement.query, payload, scope);
    auto pointer = JsonPointer::parse(replacement.target);
    if (!pointer) return fail(pointer.error());
    return PointerList{*std::move(pointer)};
}

Result<void> replace(const workflow::PayloadReplacement& replacement,
                     const expressions::Scope& scope,
                     const Json& value,
                     Json& payload) {
    const auto pointers = target_pointers(replacement, payload, scope);
    if (!pointers) return fail(pointers.error());
    for (const JsonPointer& pointer : *pointers) {
        if (auto set = set_at(payload, pointer, value); !set) return set;
    }
    return {};
}

}  // namespace

Result<Json> payload_of(const workflow::StepBody& body, const expressions::Scope& scope) {
    auto payload = body.payload.evaluate(scope);
    if (!payload) return payload;
    for (const workflow::PayloadReplacement& replacement : body.replacements) {
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
