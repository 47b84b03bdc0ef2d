#include "conformance/checks/contract_checks.hpp"

#include "spec/base/text.hpp"
#include "spec/json/linked_files.hpp"
#include "spec/json/parse.hpp"
#include "spec/json/pointer.hpp"
#include "spec/json/print.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>

namespace plumbline::checks {
namespace {

constexpr std::size_t kMaxFindings =
    20;  ///< of one answer; a list of a million bad items says no more

std::string status_name(int status) {
    const std::string_view phrase = http::reason_phrase(status);
    return "status " + std::to_string(status) + (phrase.empty() ? "" : ' ' + std::string(phrase));
}

std::string joined_statuses(const Operation& operation) {
    std::vector<std::string> names;
    for (const DeclaredResponse& response : operation.responses) names.push_back(response.status);
    return join(names, ", ");
}

Observation broken(const Subject& subject,
                   std::string code,
                   std::string expected,
                   std::string got,
                   std::vector<std::string> requirements) {
    const DeclaredResponse* declared = subject.operation.response_for(subject.response.status);
    Observation observation;
    observation.finding.code = std::move(code);
    observation.finding.where = subject.where;
    observation.finding.expected = std::move(expected);
    observation.finding.got = std::move(got);
    observation.finding.requirements = std::move(requirements);
    observation.basis = declared ? declared->basis : Basis::kStated;
    return observation;
}

/// The content whose media type the response has, or null.
const Content* content_of(const Subject& subject, const DeclaredResponse& declared) {
    const std::string* header = subject.response.headers.find("Content-Type");
    const std::string type = header ? http::media_type(*header) : "";
    for (const Content& content : declared.content) {
        if (content.media_type == type || content.media_type == "*/*") return &content;
    }
    return nullptr;
}

/// What an answer that the operation does not declare breaks: the operation and its success answer.
std::vector<std::string> success_requirements(const Operation& operation) {
    std::vector<std::string> ids;
    for (const DeclaredResponse& response : operation.responses) {
        if (response.status.front() != '2') continue;
        ids.insert(ids.end(), response.requirements.begin(), response.requirements.end());
    }
    ids.insert(ids.end(), operation.requirements.begin(), operation.requirements.end());
    return ids;
}

/// Source: description, "Endpoints" (success response) and "Errors".
void check_status(const Subject& subject, std::vector<Observation>& found) {
    if (subject.operation.response_for(subject.response.status)) return;
    found.push_back(broken(
        subject,
        "status",
        subject.operation.id + " to answer with one of " + joined_statuses(subject.operation),
        status_name(subject.response.status),
        success_requirements(subject.operation)));
}

/// Says whether the request had a body, and of a type that the operation takes.
bool sent_as_declared(const Subject& subject) {
    const auto& body = subject.operation.body;
    return body && !subject.sent_type.empty() &&
           std::any_of(body->content.begin(), body->content.end(), [&](const Content& content) {
               return content.media_type == subject.sent_type;
           });
}

/// Source: description, "Endpoints": requests with a body carry Content-Type application/json.
void check_request_type(const Subject& subject, std::vector<Observation>& found) {
    constexpr int kUnsupportedMediaType = 415;
    if (subject.response.status != kUnsupportedMediaType || !sent_as_declared(subject)) return;
    found.push_back(broken(subject,
                           "request-type",
                           "a body of " + subject.sent_type + " to be taken as such",
                           status_name(subject.response.status),
                           subject.operation.body->requirements));
}

/// Source: description, "Endpoints": all bodies are JSON.
void check_content_type(const Subject& subject, std::vector<Observation>& found) {
    const DeclaredResponse* declared = subject.operation.response_for(subject.response.status);
    if (!declared || declared->content.empty() || content_of(subject, *declared)) return;
    std::vector<std::string> names;
    for (const Content& content : declared->content) names.push_back(content.media_type);
    const std::string* header = subject.response.headers.find("Content-Type");
    found.push_back(broken(subject,
                           "content-type",
                           "Content-Type " + join(names, " or ") + " on status " +
                               std::to_string(subject.response.status),
                           header ? "Content-Type " + *header : "no Content-Type",
                           declared->requirements));
}

/// Source: description, "Endpoints": 204 has no body.
void check_no_body(const Subject& subject, std::vector<Observation>& found) {
    const DeclaredResponse* declared = subject.operation.response_for(subject.response.status);
    const bool bodiless = subject.response.status == 204 || subject.response.status == 304;
    if (!declared || !bodiless || subject.response.body.empty()) return;
    found.push_back(broken(subject,
                           "body",
                           "no body on " + status_name(subject.response.status),
                           std::to_string(subject.response.body.size()) + " bytes of body",
                           declared->requirements));
}

void check_json(const Subject& subject, std::vector<Observation>& found) {
    const DeclaredResponse* declared = subject.operation.response_for(subject.response.status);
    const Content* content = declared ? content_of(subject, *declared) : nullptr;
    if (!content || !http::is_json_media_type(content->media_type) || subject.body) return;
    const bool bodiless = subject.operation.method == "HEAD" || subject.response.status == 204;
    if (bodiless) return;
    found.push_back(broken(subject,
                           "json",
                           "a JSON body",
                           subject.body_problem.empty() ? "an empty body" : subject.body_problem,
                           declared->requirements));
}

/// Returns the schema that the body is declared to fit, or why it cannot be used; nothing if none
/// is declared.
std::optional<Result<Schema>> declared_schema(const Subject& subject) {
    const DeclaredResponse* declared = subject.operation.response_for(subject.response.status);
    const Content* content = declared ? content_of(subject, *declared) : nullptr;
    if (!content || content->schema_pointer.empty() || !subject.body) return std::nullopt;
    return subject.api.schema(content->schema_pointer);
}

/// Returns whether the body could be judged: false if its schema cannot be used.
/// Source: description, "Resources and their fields".
bool check_schema(const Subject& subject, std::vector<Observation>& found) {
    const auto schema_or_problem = declared_schema(subject);
    if (!schema_or_problem) return true;
    const Result<Schema>& schema = *schema_or_problem;
    if (!schema) {
        // Of foreign documents it was said when the suite was loaded, once. Ours are checked then,
        // so this one passed its checks and still does not compile.
        if (subject.api.is_foreign()) return false;
        found.push_back(broken(subject,
                               "schema-unusable",
                               "a schema that answers can be judged by",
                               to_text(schema.error()),
                               {}));
        return false;
    }
    const DeclaredResponse* declared = subject.operation.response_for(subject.response.status);
    const auto violations = schema->judge(*subject.body);
    for (const Violation& violation : violations) {
        if (found.size() >= kMaxFindings) {
            found.push_back(broken(
                subject,
                "schema",
                "a body that fits its schema",
                std::to_string(violations.size()) + " violations, of which these are the first",
                declared->requirements));
            return true;
        }
        const std::string at =
            violation.instance_pointer.empty() ? "the body" : violation.instance_pointer;
        const Json* value = find(*subject.body, std::string_view(violation.instance_pointer));
        auto ids = subject.api.requirements_at(violation.schema_pointer);
        if (ids.empty()) ids = declared->requirements;
        Observation observation =
            broken(subject,
                   "schema",
                   at + ": " + violation.message,
                   value ? at + " is " + to_short_text(*value) : at + " is not there",
                   std::move(ids));
        observation.finding.note = place_text(subject.api.document(), violation.schema_pointer);
        found.push_back(std::move(observation));
    }
    return true;
}

/// Returns what a header's text stands for.
Result<Json> value_of(const DeclaredHeader& header, const std::string& text) {
    if (header.form == DeclaredHeader::Form::kText) return Json(text);
    auto value = parse_json(text);
    if (header.form == DeclaredHeader::Form::kJson) return value;
    // What is neither a number nor a boolean is text, and no such schema takes it.
    return value && value->is_primitive() ? *std::move(value) : Json(text);
}

/// Source: OpenAPI 3.1, "Header Object". A schema that cannot be used judges nothing: it was told
/// of when the suite was loaded.
void check_header(const Subject& subject,
                  const DeclaredHeader& header,
                  const std::vector<std::string>& requirements,
                  std::vector<Observation>& found) {
    const std::string* text = subject.response.headers.find(header.name);
    if (!text) return;
    const std::string name = "the header " + header.name;
    const auto value = value_of(header, *text);
    if (!value) {
        found.push_back(broken(
            subject, "header", name + " to hold JSON", to_text(value.error()), requirements));
        return;
    }
    if (header.schema_pointer.empty()) return;
    const auto& schema = subject.api.schema(header.schema_pointer);
    if (!schema) return;
    for (const Violation& violation : schema->judge(*value)) {
        if (found.size() >= kMaxFindings) return;
        const std::string at =
            violation.instance_pointer.empty() ? "" : ' ' + violation.instance_pointer;
        Observation observation = broken(subject,
                                         "header",
                                         name + at + ": " + violation.message,
                                         name + " is " + to_short_text(*value),
                                         requirements);
        observation.finding.note = place_text(subject.api.document(), violation.schema_pointer);
        found.push_back(std::move(observation));
    }
}

void check_headers(const Subject& subject, std::vector<Observation>& found) {
    const DeclaredResponse* declared = subject.operation.response_for(subject.response.status);
    if (!declared) return;
    for (const std::string& name : declared->required_headers) {
        if (subject.response.headers.has(name)) continue;
        found.push_back(broken(
            subject, "header", "the header " + name, "no such header", declared->requirements));
    }
    for (const DeclaredHeader& header : declared->headers)
        check_header(subject, header, declared->requirements, found);
}

constexpr std::array kChecks{
    check_status, check_request_type, check_content_type, check_no_body, check_json, check_headers};

}  // namespace

Judged judge_exchange(const Subject& subject) {
    Judged judged;
    for (const auto check : kChecks) check(subject, judged.broken);
    const bool is_body_judged = check_schema(subject, judged.broken);
    const DeclaredResponse* declared = subject.operation.response_for(subject.response.status);
    if (!declared || !is_body_judged) return judged;
    std::vector<std::string_view> held(declared->requirements.begin(),
                                       declared->requirements.end());
    const auto add = [&](const std::vector<std::string>& ids) {
        held.insert(held.end(), ids.begin(), ids.end());
    };
    // A schema vouches for something only where it was judged in full.
    if (subject.body && content_of(subject, *declared) && judged.broken.size() <= kMaxFindings) {
        add(declared->schema_requirements);
    }
    if (subject.response.status < 300) {
        add(subject.operation.requirements);
        if (sent_as_declared(subject)) add(subject.operation.body->requirements);
    }
    std::sort(held.begin(), held.end());
    held.erase(std::unique(held.begin(), held.end()), held.end());
    for (const Observation& observation : judged.broken) {
        for (const std::string& id : observation.finding.requirements)
            std::erase(held, std::string_view(id));
    }
    judged.verified.assign(held.begin(), held.end());
    return judged;
}

}  // namespace plumbline::checks
