#include "conformance/checks/verified_requirements.hpp"

#include "spec/json/pointer.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <set>

namespace plumbline::checks {
namespace {

using Ids = std::set<std::string>;

void add_ids(const std::vector<std::string>& ids, Ids& verified) {
    verified.insert(ids.begin(), ids.end());
}

/// Returns whether a response shows that the operation does its work: a list only if it has items.
bool shows_operation(const CheckInput& input) {
    if (input.operation.kind != "list" || !input.body) return true;
    if (input.body->is_array()) return !input.body->empty();
    const auto& resource = input.operation.resource;
    const Json* items = resource ? find(*input.body, std::string_view(resource->items)) : nullptr;
    return !items || !items->is_array() || !items->empty();
}

/// Adds the requirements that a success verifies. A stream shows that its operation works only by
/// its events, which StreamChecker checks.
void add_success(const CheckInput& input, const MediaType* content, Ids& verified) {
    if (!http::is_success(input.response.status)) return;
    if (sent_as_declared(input)) add_ids(input.operation.body->requirements, verified);
    if (content && content->stream) return;
    add_ids(input.operation.path_requirements, verified);
    if (shows_operation(input)) add_ids(input.operation.requirements, verified);
}

/// Adds the requirements of the schemas that apply to values of the body.
void add_schema_requirements(const CheckInput& input, const MediaType* content, Ids& verified) {
    if (!content || !input.body || content->stream || content->schema_pointer.empty()) return;
    add_ids(input.api.applied_requirements(content->schema_pointer, *input.body), verified);
}

}  // namespace

const MediaType* content_of(const CheckInput& input, const DeclaredResponse& declared) {
    const std::string* type = input.response.headers.find("Content-Type");
    return find_content(declared.content, type ? *type : "");
}

bool sent_as_declared(const CheckInput& input) {
    const auto& body = input.operation.body;
    return body && !input.sent_type.empty() && find_content(body->content, input.sent_type);
}

std::vector<std::string> verified_requirements(const CheckInput& input,
                                               const std::vector<CheckFinding>& findings,
                                               bool is_complete) {
    const DeclaredResponse* declared = input.operation.response_for(input.response.status);
    if (!declared) return {};
    if (std::ranges::any_of(findings, &CheckFinding::is_other_body)) return {};
    const MediaType* content = content_of(input, *declared);
    Ids verified;
    add_ids(declared->requirements, verified);
    // What a schema states as well is shown by a value that it applies to, not by the status.
    for (const std::string& id : declared->schema_requirements) verified.erase(id);
    if (is_complete && !declared->schema_requirements.empty())
        add_schema_requirements(input, content, verified);
    if (content && input.body) add_ids(declared->content_requirements, verified);
    add_success(input, content, verified);
    for (const CheckFinding& finding : findings) {
        for (const std::string& id : finding.finding.requirements) verified.erase(id);
    }
    return {verified.begin(), verified.end()};
}

}  // namespace plumbline::checks
