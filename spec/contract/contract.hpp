#pragma once
// The API as the documents describe it: a typed, immutable model both programs read.

#include "spec/base/result.hpp"
#include "spec/contract/basis.hpp"
#include "spec/contract/fields.hpp"
#include "spec/contract/history.hpp"
#include "spec/contract/rule_list.hpp"
#include "spec/contract/stream.hpp"
#include "spec/http/path_template.hpp"
#include "spec/json/document.hpp"
#include "spec/schema/schema.hpp"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline {

/// kQueryString stands for the whole query. Documents of OpenAPI 3.0 and 3.1 declare none there.
enum class ParameterPlace { kPath, kQuery, kHeader, kCookie, kQueryString };

struct Parameter {
    std::string name;
    ParameterPlace place = ParameterPlace::kQuery;
    bool required = false;
    std::string style;  ///< OpenAPI style; its default by place when the document gives none
    bool explode = false;
    bool allow_reserved = false;  ///< in a query: what is reserved there is not escaped in values
    std::string schema_pointer;   ///< "" if the parameter has no schema
    std::vector<std::string> requirements;  ///< ledger ids (x-requirements)
    /// Of a value that `content` describes and no style: how it is written. Else "".
    std::string media_type{};
};

/// One media type of a body and the schema of its content.
struct Content {
    std::string media_type;
    std::string schema_pointer;              ///< "" if any content goes
    std::optional<StreamContract> stream{};  ///< of a response that is a stream of events
};

struct RequestBody {
    bool required = false;
    std::vector<Content> content;
    std::vector<std::string> requirements;  ///< what taking such a body shows (x-requirements)
};

/// A header of a response whose value is judged.
struct DeclaredHeader {
    enum class Form {
        kText,
        kScalar,  ///< a number or a boolean
        kJson,    ///< JSON text (`content: {application/json: ...}`)
    };
    std::string name;
    Form form = Form::kText;
    std::string schema_pointer;  ///< "" if any value goes
};

/// A response an operation declares. `status` is `200`, `4XX` or `default`.
struct DeclaredResponse {
    std::string status;
    std::vector<Content> content;
    std::vector<std::string> required_headers;
    std::vector<DeclaredHeader> headers{};         ///< lists and objects are not judged
    std::vector<std::string> requirements;         ///< ledger ids of the answer (x-requirements)
    std::vector<std::string> schema_requirements;  ///< those that its schemas reach
    Basis basis = Basis::kStated;
};

/// A requirement that a field of a request body is judged by: of x-requirements of its schemas and
/// of keywords that no Rule stands for.
struct FieldRequirement {
    std::string pointer;  ///< of the field, `/source_config/repo_url`; "" for the whole body
    std::string id;       ///< of the ledger
};

/// How a broken rule or schema is answered (x-violation-status).
struct ViolationStatus {
    std::vector<int> values;  ///< statuses accepted, the first is the mock's
    Basis basis = Basis::kAssumed;
    std::string rule_kind;  ///< holds for rules of this kind only; "": for all else
};

/// Other names that a member of an answer may have (x-accepted-names).
struct AcceptedNames {
    std::string pointer;                    ///< of the member in the answer, `/resources/*/id`
    std::vector<std::string> names;         ///< looked for in this order
    std::vector<std::string> requirements;  ///< that the member shows (x-requirements)
    SourceRef where;
};

/// What kind of record an operation deals with (x-resource).
struct Resource {
    std::string type;    ///< e.g. `deployment`
    std::string id;      ///< pointer of the record's id in the answer, e.g. `/id`
    std::string parent;  ///< path parameter of the parent record's id, "" for none
    std::string items;   ///< pointer of the array in a list answer, "" for single records
    std::string name;    ///< pointer of the name its creator gives it, "" if it has none
};

/// One operation of one document.
struct Operation {
    std::string id;
    std::string source;  ///< name of the ApiDocument it belongs to
    std::string method;  ///< upper case
    http::PathTemplate path;
    std::string
        kind;  ///< x-operation-kind: create, list, read, patch, delete, action, stream, "" if none
    std::optional<Resource> resource;
    std::vector<Parameter> parameters;
    std::optional<RequestBody> body;
    std::vector<DeclaredResponse> responses;
    std::vector<ViolationStatus> violation_statuses;
    RuleList rules;                    ///< of the request body's schema, outermost field first
    std::vector<HistoryRule> history;  ///< of the operation and of what its success answers show
    Fields request_fields;             ///< all properties of the request body
    std::vector<FieldRequirement> request_requirements;  ///< outermost field first
    Fields record_fields;                                ///< all properties of the success answer
    std::map<std::string, std::string> record_formats;  ///< pointer → `format`, where there is one
    std::vector<AcceptedNames>
        accepted_names;              ///< of members of the success answer, outermost first
    bool needs_credentials = false;  ///< a `security` applies, and none of its ways is {}
    std::vector<std::string> requirements;
    SourceRef where;

    /// Returns the declaration that covers `status`: exact, then 4XX, then default; null if none.
    [[nodiscard]] const DeclaredResponse* response_for(int status) const;
    /// Returns how a broken rule of `rule_kind` ("" for a schema violation) is answered; 422 if the
    /// document does not say.
    [[nodiscard]] const ViolationStatus& violation_status(std::string_view rule_kind) const;
    /// Returns where a field of the answer (`/resources/*/status`) stands in the record
    /// (`/status`): what stands before it in a list's answer comes off.
    [[nodiscard]] std::string in_record(const std::string& pointer) const;
    /// Returns the path parameter that holds the id of the record itself, "" if the path has none.
    [[nodiscard]] std::string record_parameter() const;
};

/// An operation of a foreign document that cannot be read, or a path of which no operation can.
struct UnreadOperation {
    std::string id;  ///< "" of a path
    std::string method;
    std::string path;
    Error why;
};

/// Options of loading an API document.
struct ApiOptions {
    SchemaStrictness strictness = SchemaStrictness::kTolerant;
    std::vector<std::string> x_names;  ///< x- keywords known in schemas (closed documents)
    /// The schemas were found right before, so they are not looked at until they are used.
    bool has_checked_schemas = false;
};

/// One OpenAPI document: its operations and, compiled on first use, its schemas.
/// Thread: safe from any thread once loaded.
class ApiDocument {
  public:
    /// Reads the operations; of a closed document checks every schema without compiling it. Errors:
    /// kInvalid, kNotFound, kUnsupported, kLimit; each with file:line:column.
    [[nodiscard]] static Result<std::shared_ptr<const ApiDocument>> load(std::string name,
                                                                         Document document,
                                                                         ApiOptions options = {});
    ~ApiDocument();
    ApiDocument(const ApiDocument&) = delete;
    ApiDocument& operator=(const ApiDocument&) = delete;

    [[nodiscard]] const std::string& name() const;
    [[nodiscard]] const Document& document() const;
    [[nodiscard]] const std::vector<Operation>& operations() const;
    [[nodiscard]] const Operation* find_operation(std::string_view id) const;
    /// Returns what is left out of operations(); nothing of a closed document.
    [[nodiscard]] const std::vector<UnreadOperation>& unread_operations() const;
    /// Returns the URL of the first `servers` entry, "" if there is none.
    [[nodiscard]] const std::string& server_url() const;
    /// Says whether the document is somebody else's (SchemaStrictness::kTolerant): a schema that
    /// cannot be judged by is no mistake of its author's, and judges nothing.
    [[nodiscard]] bool is_foreign() const;
    /// Returns the compiled schema at a pointer; it lives as long as the document. Errors: as
    /// SchemaCompiler::compile.
    [[nodiscard]] const Result<Schema>& schema(std::string_view pointer) const;
    /// Returns the requirements (x-requirements) that the part of the document at `pointer` states:
    /// those of its nearest ancestor that names any.
    [[nodiscard]] std::vector<std::string> requirements_at(std::string_view pointer) const;

  private:
    ApiDocument();
    [[nodiscard]] Result<void> check_schemas();
    struct State;
    std::unique_ptr<State> state_;
};

/// The document of the mock's own interface; it is no part of the described API.
inline constexpr std::string_view kControlDocument = "mock_control";

/// Our documents together. Thread: immutable, safe from any thread.
struct Contract {
    std::vector<std::shared_ptr<const ApiDocument>> documents;

    [[nodiscard]] const Operation* find_operation(std::string_view id) const;
    [[nodiscard]] const ApiDocument* find_document(std::string_view name) const;
};

/// Loads our own documents from their embedded form (or from `folder` if given), closed: every
/// unknown keyword is an error. Errors: as ApiDocument::load.
[[nodiscard]] Result<std::shared_ptr<const Contract>> load_contract(const std::string& folder = "");

}  // namespace plumbline
