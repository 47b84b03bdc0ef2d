#include "conformance/checks/contract_checks.hpp"

#include "conformance/checks/verified_requirements.hpp"
#include "spec/base/text.hpp"
#include "spec/json/linked_files.hpp"
#include "spec/json/parse.hpp"
#include "spec/json/pointer.hpp"
#include "spec/json/print.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <set>

namespace plumbline::checks {
namespace {

constexpr std::size_t kMaxFindings =
    20;  ///< per response: a list of a million invalid items needs no more findings

std::string status_name(int status) {
    const std::string_view phrase = http::reason_phrase(status);
    return "status " + std::to_string(status) + (phrase.empty() ? "" : ' ' + std::string(phrase));
}

std::string joined_statuses(const Operation& operation) {
    std::vector<std::string> names;
    for (const DeclaredResponse& response : operation.responses) names.push_back(response.status);
    return join(names, ", ");
}

CheckFinding make_finding(const CheckInput& input,
                          std::string code,
                          std::string expected,
                          std::string got,
                          std::vector<std::string> requirements) {
    const DeclaredResponse* declared = input.operation.response_for(input.response.status);
    CheckFinding observation;
    observation.finding.code = std::move(code);
    observation.finding.where = input.where;
    observation.finding.expected = std::move(expected);
    observation.finding.got = std::move(got);
    observation.finding.requirements = std::move(requirements);
    observation.basis = declared ? declared->basis : Basis::kStated;
    return observation;
}

/// Returns the requirements that an undeclared status violates. Another success violates those of
/// the declared one; any other status violates those of the operation, which did not do its work,
/// and no statement about what a success returns.
std::vector<std::string> status_requirements(const Operation& operation, int status) {
    if (!http::is_success(status) && !operation.requirements.empty()) return operation.requirements;
    std::vector<std::string> ids;
    for (const DeclaredResponse& response : operation.responses) {
        if (response.status.front() != '2') continue;
        ids.insert(ids.end(), response.requirements.begin(), response.requirements.end());
    }
    std::sort(ids.begin(), ids.end());
    ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
    return ids;
}

/// Returns the requirements that a body of another type or with invalid syntax violates.
const std::vector<std::string>& content_requirements(const DeclaredResponse& declared) {
    return declared.content_requirements.empty() ? declared.requirements
                                                 : declared.content_requirements;
}

/// Source: description, "Endpoints" (success response) and "Errors".
void check_status(const CheckInput& input, std::vector<CheckFinding>& found) {
    if (input.operation.response_for(input.response.status)) return;
    found.push_back(make_finding(
        input,
        "status",
        input.operation.id + " to respond with one of " + joined_statuses(input.operation),
        status_name(input.response.status),
        status_requirements(input.operation, input.response.status)));
}

/// Source: description, "Endpoints": requests with a body carry Content-Type application/json.
void check_request_type(const CheckInput& input, std::vector<CheckFinding>& found) {
    constexpr int kUnsupportedMediaType = 415;
    if (input.response.status != kUnsupportedMediaType || !sent_as_declared(input)) return;
    found.push_back(make_finding(input,
                                 "request-type",
                                 "a body of " + input.sent_type + " to be accepted",
                                 status_name(input.response.status),
                                 input.operation.body->requirements));
}

/// Source: description, "Endpoints": all bodies are JSON.
void check_content_type(const CheckInput& input, std::vector<CheckFinding>& found) {
    const DeclaredResponse* declared = input.operation.response_for(input.response.status);
    if (!declared || declared->content.empty() || content_of(input, *declared)) return;
    std::vector<std::string> names;
    for (const MediaType& content : declared->content) names.push_back(content.name);
    const std::string* header = input.response.headers.find("Content-Type");
    found.push_back(make_finding(input,
                                 "content-type",
                                 "Content-Type " + join(names, " or ") + " on status " +
                                     std::to_string(input.response.status),
                                 header ? "Content-Type " + *header : "no Content-Type",
                                 content_requirements(*declared)));
}

/// Source: description, "Endpoints": 204 has no body.
void check_no_body(const CheckInput& input, std::vector<CheckFinding>& found) {
    const DeclaredResponse* declared = input.operation.response_for(input.response.status);
    const bool has_no_body = input.response.status == 204 || input.response.status == 304;
    if (!declared || !has_no_body || input.response.body.empty()) return;
    found.push_back(make_finding(input,
                                 "body",
                                 "no body on " + status_name(input.response.status),
                                 std::to_string(input.response.body.size()) + " bytes of body",
                                 declared->requirements));
}

void check_json(const CheckInput& input, std::vector<CheckFinding>& found) {
    const DeclaredResponse* declared = input.operation.response_for(input.response.status);
    const MediaType* content = declared ? content_of(input, *declared) : nullptr;
    if (!content || !http::is_json_media_type(content->name) || input.body) return;
    const bool has_no_body = input.operation.method == "HEAD" || input.response.status == 204;
    if (has_no_body) return;
    found.push_back(make_finding(input,
                                 "json",
                                 "a JSON body",
                                 input.body_problem.empty() ? "an empty body" : input.body_problem,
                                 content_requirements(*declared)));
}

/// Returns the declared schema of the body, or why it cannot be used; nothing if none is declared.
std::optional<Result<Schema>> declared_schema(const CheckInput& input) {
    const DeclaredResponse* declared = input.operation.response_for(input.response.status);
    const MediaType* content = declared ? content_of(input, *declared) : nullptr;
    if (!content || content->schema_pointer.empty() || !input.body) return std::nullopt;
    return input.api.schema(content->schema_pointer);
}

/// Returns whether the body was checked: false if not all of its schema can be judged. Source:
/// description, "Resources and their fields".
bool check_schema(const CheckInput& input, std::vector<CheckFinding>& found) {
    const auto schema_or_problem = declared_schema(input);
    if (!schema_or_problem) return true;
    const Result<Schema>& schema = *schema_or_problem;
    if (!schema) {
        // Foreign documents: reported once, when the suite was loaded. Our documents are validated
        // then, so this schema passed its validation but does not compile.
        if (input.api.is_foreign()) return false;
        found.push_back(make_finding(input,
                                     "schema-unusable",
                                     "a schema that can be used to check responses",
                                     to_text(schema.error()),
                                     {}));
        return false;
    }
    const DeclaredResponse* declared = input.operation.response_for(input.response.status);
    const auto violations = schema->evaluate(*input.body);
    const auto requirements_of = [&](const Violation& violation) {
        auto ids = input.api.requirements_at(violation.schema_pointer, schema->pointer());
        return ids.empty() ? declared->requirements : ids;
    };
    for (const Violation& violation : violations) {
        if (found.size() >= kMaxFindings) {
            std::set<std::string> ids;
            for (const Violation& one : violations) {
                for (std::string& id : requirements_of(one)) ids.insert(std::move(id));
            }
            found.push_back(make_finding(
                input,
                "schema",
                "a body that matches its schema",
                std::to_string(violations.size()) + " violations, only the first are listed",
                {ids.begin(), ids.end()}));
            return true;
        }
        const std::string at =
            violation.instance_pointer.empty() ? "the body" : violation.instance_pointer;
        const Json* value = find(*input.body, std::string_view(violation.instance_pointer));
        CheckFinding observation =
            make_finding(input,
                         "schema",
                         at + ": " + violation.message,
                         value ? at + " is " + to_short_text(*value) : at + " is missing",
                         requirements_of(violation));
        observation.finding.note = location_text(input.api.document(), violation.schema_pointer);
        found.push_back(std::move(observation));
    }
    return schema->unjudged().empty();
}

/// Returns the value that a header's text represents.
Result<Json> header_value(const DeclaredHeader& header, const std::string& text) {
    if (header.value_type == DeclaredHeader::HeaderValueType::kText) return Json(text);
    auto value = parse_json(text);
    if (header.value_type == DeclaredHeader::HeaderValueType::kJson) return value;
    // Text that is neither a number nor a boolean stays a string, which no such schema accepts.
    return value && value->is_primitive() ? *std::move(value) : Json(text);
}

/// Source: OpenAPI 3.1, "Header Object". A schema that cannot be used is ignored: it was reported
/// when the suite was loaded.
void check_header(const CheckInput& input,
                  const DeclaredHeader& header,
                  const std::vector<std::string>& requirements,
                  std::vector<CheckFinding>& found) {
    const std::string* text = input.response.headers.find(header.name);
    if (!text) return;
    const std::string name = "the header " + header.name;
    const auto value = header_value(header, *text);
    if (!value) {
        found.push_back(make_finding(
            input, "header", name + " to contain JSON", to_text(value.error()), requirements));
        return;
    }
    if (header.schema_pointer.empty()) return;
    const auto& schema = input.api.schema(header.schema_pointer);
    if (!schema) return;
    for (const Violation& violation : schema->evaluate(*value)) {
        if (found.size() >= kMaxFindings) return;
        const std::string at =
            violation.instance_pointer.empty() ? "" : ' ' + violation.instance_pointer;
        CheckFinding observation = make_finding(input,
                                                "header",
                                                name + at + ": " + violation.message,
                                                name + " is " + to_short_text(*value),
                                                requirements);
        observation.finding.note = location_text(input.api.document(), violation.schema_pointer);
        found.push_back(std::move(observation));
    }
}

void check_headers(const CheckInput& input, std::vector<CheckFinding>& found) {
    const DeclaredResponse* declared = input.operation.response_for(input.response.status);
    if (!declared) return;
    for (const std::string& name : declared->required_headers) {
        if (input.response.headers.has(name)) continue;
        found.push_back(make_finding(
            input, "header", "the header " + name, "no such header", declared->requirements));
    }
    for (const DeclaredHeader& header : declared->headers)
        check_header(input, header, declared->requirements, found);
}

constexpr std::array kChecks{
    check_status, check_request_type, check_content_type, check_no_body, check_json, check_headers};

}  // namespace

CheckResult check_exchange(const CheckInput& input) {
    CheckResult result;
    for (const auto check : kChecks) check(input, result.findings);
    const bool is_body_checked = check_schema(input, result.findings);
    // A schema verifies requirements only if the body was checked completely.
    const bool is_complete = result.findings.size() <= kMaxFindings;
    if (is_body_checked)
        result.verified = verified_requirements(input, result.findings, is_complete);
    return result;
}

}  // namespace plumbline::checks
