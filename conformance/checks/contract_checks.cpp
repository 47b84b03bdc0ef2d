#include "conformance/checks/contract_checks.hpp"

#include "conformance/checks/body_evaluation.hpp"
#include "conformance/checks/text_values.hpp"
#include "conformance/checks/verified_requirements.hpp"
#include "reports/reports.hpp"
#include "spec/base/text.hpp"
#include "spec/json/linked_files.hpp"
#include "spec/json/parse.hpp"
#include "spec/json/pointer.hpp"
#include "spec/json/print.hpp"
#include "spec/schema/written_numbers.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <set>

namespace plumbline::checks {
namespace {

constexpr std::size_t kMaxFindings =
    20;  ///< per response: a list of a million invalid items needs no more findings
constexpr std::size_t kMaxUnjudged = 3;  ///< keywords of one value

std::string status_name(int status) {
    const std::string_view phrase = http::reason_phrase(status);
    return "status " + std::to_string(status) + (phrase.empty() ? "" : ' ' + std::string(phrase));
}

std::string joined_statuses(const Operation& operation) {
    std::vector<std::string> names;
    for (const DeclaredResponse& response : operation.responses) names.push_back(response.status);
    return join(names, ", ");
}

/// An exchange, what the contract declares for it, and what was found so far.
struct ExchangeFindings {
    const CheckInput& input;
    const DeclaredResponse* declared;  ///< null if the status is not declared
    const MediaType* content;          ///< null if the media type is not declared
    std::vector<CheckFinding>& all;
    std::vector<reports::Finding>& observations;

    reports::Finding& add(std::string code,
                          std::string expected,
                          std::string got,
                          std::vector<std::string> requirements) const {
        CheckFinding& added = all.emplace_back();
        added.basis = declared ? declared->basis : Basis::kStated;
        added.finding.code = std::move(code);
        added.finding.where = input.where;
        added.finding.expected = std::move(expected);
        added.finding.got = std::move(got);
        added.finding.requirements = std::move(requirements);
        return added.finding;
    }
};

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
void check_status(const ExchangeFindings& found) {
    if (found.declared) return;
    const Operation& operation = found.input.operation;
    // OpenAPI 3.1: an operation need not say how it responds.
    if (operation.responses.empty() && found.input.api.is_foreign()) return;
    const int status = found.input.response.status;
    found.add("status",
              operation.id + " to respond with one of " + joined_statuses(operation),
              status_name(status),
              status_requirements(operation, status));
}

/// Source: description, "Endpoints": requests with a body carry Content-Type application/json.
void check_request_type(const ExchangeFindings& found) {
    constexpr int kUnsupportedMediaType = 415;
    const CheckInput& input = found.input;
    if (input.response.status != kUnsupportedMediaType || !sent_as_declared(input)) return;
    found.add("request-type",
              "a body of " + http::media_type(input.sent_type) + " to be accepted",
              status_name(input.response.status),
              input.operation.body->requirements);
}

bool has_content(const CheckInput& input) {
    return http::has_content(input.operation.method, input.response.status);
}

/// Source: description, "Endpoints": all bodies are JSON.
void check_content_type(const ExchangeFindings& found) {
    if (!found.declared || found.declared->content.empty() || found.content) return;
    if (!has_content(found.input) && !found.input.response.headers.has("Content-Type")) return;
    std::vector<std::string> names;
    for (const MediaType& content : found.declared->content) names.push_back(content.key);
    const http::Response& response = found.input.response;
    const std::string* header = response.headers.find("Content-Type");
    found.add(
        "content-type",
        "Content-Type " + join(names, " or ") + " on status " + std::to_string(response.status),
        header ? "Content-Type " + *header : "no Content-Type",
        content_requirements(*found.declared));
}

/// Source: RFC 9110, section 5.3: only fields that are lists may be repeated. The rules of streams
/// say it of streams.
void check_single_type(const ExchangeFindings& found) {
    const auto types = found.input.response.headers.values_of("Content-Type");
    if (!found.declared || types.size() < 2) return;
    if (http::is_sequence_media_type(http::media_type(types.front()))) return;
    found.add("content-type",
              "one Content-Type field",
              "Content-Type " + join(types, " and "),
              content_requirements(*found.declared));
}

/// Returns the field of the head that announces a body, "" if there is none.
std::string announced_body(const http::Headers& headers) {
    if (const std::string* coding = headers.find("Transfer-Encoding"))
        return "Transfer-Encoding: " + *coding;
    const std::string* length = headers.find("Content-Length");
    const bool has_length = length && length->find_first_of("123456789") != std::string::npos;
    return has_length ? "Content-Length: " + *length : "";
}

/// Source: description, "Endpoints": 204 has no body. RFC 9112, section 6: nor does its head
/// announce one, which clients do not read. The head of 304 is that of another response.
void check_no_body(const ExchangeFindings& found) {
    const http::Response& response = found.input.response;
    if (!found.declared || has_content(found.input)) return;
    std::string got = response.status == 204 ? announced_body(response.headers) : "";
    if (!response.body.empty()) got = std::to_string(response.body.size()) + " bytes of body";
    if (got.empty()) return;
    found.add("body",
              "no body on " + status_name(response.status),
              std::move(got),
              found.declared->requirements);
}

/// Source: RFC 9110, section 8.4.
void check_coding(const ExchangeFindings& found) {
    const CheckInput& input = found.input;
    if (!found.declared || !input.coding_error) return;
    found.add("content-coding",
              "a body without content coding, or in the coding that its Content-Encoding names",
              input.coding_error->message,
              content_requirements(*found.declared));
}

bool is_json(const http::Response& response) {
    const std::string* type = response.headers.find("Content-Type");
    return type && http::is_json_media_type(http::media_type(*type));
}

void check_json(const ExchangeFindings& found) {
    const CheckInput& input = found.input;
    if (!found.content || !is_json(input.response) || input.body || input.coding_error) return;
    if (!has_content(input)) return;
    found.add("json",
              "a JSON body",
              input.body_problem.empty() ? "an empty body" : input.body_problem,
              content_requirements(*found.declared));
}

void add_unjudged(const ExchangeFindings& found, std::string expected, std::string got) {
    reports::Finding& finding = found.observations.emplace_back();
    finding.code = reports::kNotJudged;
    finding.verdict = reports::Verdict::kObserved;
    finding.where = found.input.where;
    finding.expected = std::move(expected);
    finding.got = std::move(got);
}

/// Says that a body was not judged, if only the response shows it: its media type matches a range,
/// or its text is in another charset.
void note_unjudged(const ExchangeFindings& found) {
    const CheckInput& input = found.input;
    if (is_listed_as_unjudged(input.api, *found.content)) return;
    const std::string* type = input.response.headers.find("Content-Type");
    add_unjudged(found,
                 "a body of " + input.operation.id + " that can be judged by its schema",
                 type ? "Content-Type " + *type : "no Content-Type");
}

/// Says which keywords could not be judged for this value.
void note_unjudged(const ExchangeFindings& found,
                   const std::string& what,
                   const std::vector<Violation>& keywords) {
    std::set<std::string_view> known;
    for (const Violation& one : keywords) {
        if (known.size() >= kMaxUnjudged || !known.insert(one.schema_pointer).second) continue;
        const std::string at = one.instance_pointer.empty() ? "" : " at " + one.instance_pointer;
        add_unjudged(found,
                     what + " of " + found.input.operation.id + " that can be judged by " +
                         location_text(found.input.api.document(), one.schema_pointer),
                     one.message + at);
    }
}

std::vector<std::string> requirements_of(const ExchangeFindings& found,
                                         const Schema& schema,
                                         const Violation& violation) {
    auto ids = found.input.api.requirements_at(violation.schema_pointer, schema.pointer());
    return ids.empty() ? found.declared->requirements : ids;
}

/// Adds one finding for all violations, those that are not listed included.
void add_violation_count(const ExchangeFindings& found,
                         const Schema& schema,
                         const SchemaJudgement& judgement) {
    std::set<std::string> ids;
    for (const Violation& one : judgement.violations) {
        for (std::string& id : requirements_of(found, schema, one)) ids.insert(std::move(id));
    }
    found.add("schema",
              "a body that matches its schema",
              std::to_string(judgement.violations.size() + judgement.dropped) +
                  " violations, only the first are listed",
              {ids.begin(), ids.end()});
}

/// Returns whether the body was checked: false if not all of its schema can be judged. Source:
/// description, "Resources and their fields".
bool check_schema(const ExchangeFindings& found) {
    const CheckInput& input = found.input;
    if (!found.declared || !found.content || input.coding_error) return true;
    if (found.content->schema_pointer.empty()) return true;
    const Result<Schema>& schema = input.api.schema(found.content->schema_pointer);
    if (!schema) {
        // Foreign documents: reported once, when the suite was loaded. Our documents are validated
        // then, so this schema passed its validation but does not compile.
        if (input.api.is_foreign()) return false;
        found.add("schema-unusable",
                  "a schema that can be used to check responses",
                  to_text(schema.error()),
                  {});
        return false;
    }
    const auto evaluation = evaluate_body(input, *found.content, *schema);
    if (!evaluation) {
        note_unjudged(found);
        return false;
    }
    const auto& [violations, unjudged, dropped] = evaluation->judgement;
    note_unjudged(found, "a body", unjudged);
    for (const Violation& violation : violations) {
        if (found.all.size() >= kMaxFindings) {
            add_violation_count(found, *schema, evaluation->judgement);
            return true;
        }
        const std::string& pointer = violation.instance_pointer;
        const std::string at = pointer.empty() ? "the body" : pointer;
        const bool is_unknown = violation.keyword == "enum" || violation.keyword == "const";
        const Json* value = find(*evaluation->value, std::string_view(pointer));
        found
            .add("schema",
                 at + ": " + violation.message,
                 value ? at + " is " + to_short_text(*value) : at + " is missing",
                 requirements_of(found, *schema, violation))
            .note = location_text(input.api.document(), violation.schema_pointer);
        found.all.back().finding.body_position = pointer;
        if (is_unknown) found.all.back().unknown_value = pointer;
        found.all.back().is_other_body = pointer.empty() && violation.keyword == "type";
    }
    return schema->unjudged().empty() && unjudged.empty();
}

/// Source: OpenAPI 3.1, "Header Object". A schema that cannot be used is ignored: it was reported
/// when the suite was loaded.
void check_header(const ExchangeFindings& found, const DeclaredHeader& header) {
    const CheckInput& input = found.input;
    if (!input.response.headers.has(header.name)) return;
    const std::string name = "the header " + header.name;
    const auto& requirements = found.declared->requirements;
    const bool is_json = header.value_type == DeclaredHeader::HeaderValueType::kJson;
    const std::string text = input.response.headers.joined(header.name);
    auto value = read_header(header, input.response.headers);
    if (!value) {
        found.add("header",
                  name + (is_json ? " to contain JSON" : " to contain an object"),
                  to_text(value.error()),
                  requirements);
        return;
    }
    if (header.schema_pointer.empty()) return;
    const auto& schema = input.api.schema(header.schema_pointer);
    if (!schema) return;
    WrittenNumbers numbers(text, *value);
    const auto [violations, unjudged, dropped] =
        is_json ? schema->judge(*value, &numbers) : judge_texts(*schema, *value);
    note_unjudged(found, name, unjudged);
    for (const Violation& violation : violations) {
        if (found.all.size() >= kMaxFindings) return;
        const std::string& pointer = violation.instance_pointer;
        found
            .add("header",
                 name + (pointer.empty() ? "" : ' ' + pointer) + ": " + violation.message,
                 name + " is " + to_short_text(*value),
                 requirements)
            .note = location_text(input.api.document(), violation.schema_pointer);
    }
}

void check_headers(const ExchangeFindings& found) {
    if (!found.declared) return;
    for (const std::string& name : found.declared->required_headers) {
        if (!found.input.response.headers.has(name))
            found.add(
                "header", "the header " + name, "no such header", found.declared->requirements);
    }
    for (const DeclaredHeader& header : found.declared->headers) check_header(found, header);
}

constexpr std::array kChecks{check_status,
                             check_request_type,
                             check_content_type,
                             check_single_type,
                             check_no_body,
                             check_coding,
                             check_json,
                             check_headers};

}  // namespace

CheckResult check_exchange(const CheckInput& input) {
    CheckResult result;
    const DeclaredResponse* declared = input.operation.response_for(input.response.status);
    const ExchangeFindings found{input,
                                 declared,
                                 declared ? content_of(input, *declared) : nullptr,
                                 result.findings,
                                 result.observations};
    for (const auto check : kChecks) check(found);
    const bool is_body_checked = check_schema(found);
    // A schema verifies requirements only if the body was checked completely.
    const bool is_complete = result.findings.size() <= kMaxFindings;
    if (is_body_checked)
        result.verified = verified_requirements(input, result.findings, is_complete);
    return result;
}

}  // namespace plumbline::checks
